"""The laws that every game keeps, tried by random play over all of them."""
