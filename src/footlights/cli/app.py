"""The commands, their options and their help. What a command does is imported when it runs, so that help is quick."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from footlights.cli.shell import Commands

app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["--help", "-h"]},
    help="The place where YOU and Inciting Incident are played: rules that run themselves, exactly.",
    epilog="Exit codes: 0 fine, 1 the answer is no, 2 wrong use.",
)


def _completes(words: str) -> Callable[..., Any]:
    """Shell completion by footlights.cli.completion, imported when a shell asks."""

    def complete(ctx: typer.Context, incomplete: str) -> Any:
        return import_module("footlights.cli.completion").offered(words, ctx, incomplete)

    return complete


YOU, II, DICE = "A check in YOU", "A roll in Inciting Incident", "Any dice"

A_GAME, A_CAMPAIGN, A_CLAUSE, A_RULING, A_SEAT = map(
    _completes, ("games", "campaigns", "clauses", "rulings", "seats")
)

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Folder = Annotated[
    Path | None,
    typer.Option(
        "--data",
        envvar="FOOTLIGHTS_DATA",
        metavar="FOLDER",
        help="Where campaigns are kept (else your platform's place for data).",
        show_default=False,
    ),
]
Game = Annotated[str, typer.Argument(metavar="GAME", autocompletion=A_GAME)]
GameOption = Annotated[
    str | None,
    typer.Option("--game", metavar="GAME", autocompletion=A_GAME),
]
CampaignName = Annotated[str, typer.Argument(metavar="CAMPAIGN", help="Its name.", autocompletion=A_CAMPAIGN)]
As = Annotated[
    str | None,
    typer.Option(
        "--as",
        metavar="SEAT",
        help="Whose eyes: GM, spectator or a character.",
        autocompletion=A_SEAT,
    ),
]


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        typer.echo(f"footlights {version('footlights')}")
        raise typer.Exit


@app.callback()
def footlights(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which release this is.")
    ] = False,
) -> None:
    """The commands below do the work."""


@app.command()
def play(
    campaign: Annotated[
        str | None,
        typer.Argument(
            metavar="[CAMPAIGN|LINK]",
            help="Its name, or a link to a running table; without one you choose.",
            autocompletion=A_CAMPAIGN,
        ),
    ] = None,
    data: Folder = None,
) -> int | None:
    """Play in this terminal: everybody at one screen, or one seat of a running table.

    [bold]footlights play[/]                      choose a campaign, or begin one
    [bold]footlights play "The Salt Road"[/]      go on where you stopped
    [bold]footlights play http://.../in/...[/]    sit down at a running table
    """
    from footlights.cli.folder import folder
    from footlights.cli.play import play

    return play(campaign, folder(data))


NETWORK, LIMITS = "Where it is reached", "Who may do what"


@app.command()
def serve(
    host: Annotated[
        str | None,
        typer.Option("--host", help="The address it listens on (127.0.0.1).", rich_help_panel=NETWORK),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option("--port", help="The port (8420; 0: any that is free).", rich_help_panel=NETWORK),
    ] = None,
    lan: Annotated[
        bool | None,
        typer.Option(
            "--lan/--no-lan",
            help="Others in your network can come.",
            rich_help_panel=NETWORK,
            show_default=False,
        ),
    ] = None,
    url: Annotated[
        str | None,
        typer.Option("--url", help="The address in links and QR codes.", rich_help_panel=NETWORK),
    ] = None,
    prefix: Annotated[
        str | None,
        typer.Option(
            "--prefix", metavar="PATH", help="The path below a reverse proxy.", rich_help_panel=NETWORK
        ),
    ] = None,
    proxy: Annotated[
        bool | None,
        typer.Option(
            "--proxy/--no-proxy",
            help="Believe what a reverse proxy says.",
            rich_help_panel=NETWORK,
            show_default=False,
        ),
    ] = None,
    create: Annotated[
        Literal["open", "token"] | None,
        typer.Option(
            "--create", help="Who opens tables: anybody, or who knows the token.", rich_help_panel=LIMITS
        ),
    ] = None,
    token: Annotated[
        str | None,
        typer.Option("--token", help="That token; better as FOOTLIGHTS_TOKEN.", rich_help_panel=LIMITS),
    ] = None,
    data: Annotated[
        str | None,
        typer.Option("--data", metavar="FOLDER", help="Where tables are kept (your platform's place)."),
    ] = None,
    open_: Annotated[
        bool | None,
        typer.Option(
            "--open/--no-open", help="Show it in a browser (where there is one).", show_default=False
        ),
    ] = None,
    metrics: Annotated[
        bool | None,
        typer.Option("--metrics/--no-metrics", help="Let other machines read /metrics.", show_default=False),
    ] = None,
    access_log: Annotated[
        bool | None,
        typer.Option("--access-log/--no-access-log", help="Log every request.", show_default=False),
    ] = None,
    config: Annotated[
        Path | None, typer.Option("--config", metavar="FILE", help="More settings, in a TOML file.")
    ] = None,
) -> int | None:
    """Serve the live table: everybody plays in a browser.

    An option goes before its variable FOOTLIGHTS_..., that before the file. docs/hosting.md has all of them.

    [bold]footlights serve[/]                       on this computer
    [bold]footlights serve --lan[/]                 for everybody in your network
    [bold]footlights serve --config table.toml[/]   as a file says
    """
    from footlights.cli.serve import serve

    options = {
        "host": host,
        "port": port,
        "lan": lan,
        "url": url,
        "prefix": prefix,
        "proxy": proxy,
        "create": create,
        "token": token,
        "data": data,
        "open": open_,
        "metrics": metrics,
        "access_log": access_log,
    }
    return serve(options, config)


@app.command("recover-gm")
def recover_gm(
    table: CampaignName,
    data: Folder = None,
    url: Annotated[
        str | None, typer.Option("--url", help="Where people reach the server.", show_default=False)
    ] = None,
) -> int | None:
    """Print a new GM link for a table.

    For a GM whose link is lost. It works at once, also while the server runs.

    [bold]footlights recover-gm "The Salt Road"[/]
    """
    from footlights.cli.serve import recover_gm

    return recover_gm(table, data, url)


@app.command()
def new(
    game: Game,
    title: Annotated[
        str | None, typer.Option("--title", metavar="TEXT", help="What the campaign is called.")
    ] = None,
    premise: Annotated[
        str | None, typer.Option("--premise", metavar="TEXT", help="Where the story starts.")
    ] = None,
    line: Annotated[
        list[str] | None,
        typer.Option("--line", metavar="TEXT", help="What never happens here. Repeat for more."),
    ] = None,
    veil: Annotated[
        list[str] | None,
        typer.Option("--veil", metavar="TEXT", help="What happens only off stage. Repeat for more."),
    ] = None,
    ruling: Annotated[
        list[str] | None,
        typer.Option(
            "--ruling",
            metavar="NAME=VALUE",
            help="How this table reads the rules.",
            autocompletion=A_RULING,
        ),
    ] = None,
    character: Annotated[
        list[Path] | None,
        typer.Option("--character", metavar="FILE", help="A character's sheet (YAML or JSON)."),
    ] = None,
    source: Annotated[
        Path | None,
        typer.Option(
            "--from", metavar="FILE", help="Everything from a file (YAML or JSON); options come on top."
        ),
    ] = None,
    typed: Annotated[
        bool, typer.Option("--typed-dice", help="You roll at the table and type in the faces.")
    ] = False,
    data: Folder = None,
    json: Json = False,
) -> int | None:
    """Begin a campaign with its characters.

    Premise, lines and veils, the rulings, the characters.

    In a terminal it asks for what the options leave out.

    [bold]footlights new you[/]
    [bold]footlights new you --title Lanterns --character ana.yaml --character ben.yaml[/]
    [bold]footlights new you --title Lanterns --ruling burden_type=gm[/]
    [bold]footlights new inciting-incident --from campaign.yaml[/]
    """
    from footlights.cli.new import Wishes, new

    wishes = Wishes(
        game, title, premise, line or (), veil or (), ruling or (), character or (), source, typed
    )
    return new(wishes, data, as_json=json)


@app.command()
def run(
    sessions: Annotated[list[Path], typer.Argument(metavar="SESSION.yaml...", help="Session scripts.")],
    until: Annotated[
        int | None, typer.Option("--until", metavar="N", min=0, help="Stop after N moves.")
    ] = None,
    seat: As = None,
    json: Json = False,
) -> int | None:
    """Play session scripts and print their chronicles.

    [bold]footlights run examples/the-last-ferry.yaml[/]
    [bold]footlights run session.yaml --as Ana --until 12[/]
    [bold]footlights run session.yaml --json[/]
    [bold]footlights run examples/*.yaml[/]
    """
    from footlights.cli.run import run

    return run(sessions, until, seat, as_json=json)


@app.command()
def check(
    cases: Annotated[list[Path], typer.Argument(metavar="CASES.yaml...", help="Conformance cases.")],
    game: GameOption = None,
    json: Json = False,
) -> int | None:
    """Play conformance cases; exit 1 when any fails.

    [bold]footlights check tests/cases/you.yaml[/]
    [bold]footlights check mine.yaml --game inciting-incident[/]
    """
    from footlights.cli.check import check

    return check(cases, game, as_json=json)


@app.command()
def odds(
    what: Annotated[
        str, typer.Argument(metavar="GAME|NOTATION", help="you, inciting-incident, or dice like 5d6!+2d8!.")
    ],
    modifier: Annotated[
        int | None,
        typer.Option("--modifier", help="All that is added to the die (0 by default).", rich_help_panel=YOU),
    ] = None,
    advantage: Annotated[
        Literal["adv", "dis", "none"] | None,
        typer.Option("--advantage", help="Of two dice the higher, or the lower.", rich_help_panel=YOU),
    ] = None,
    nat_scope: Annotated[
        Literal["kept", "any"] | None,
        typer.Option("--nat-scope", help="Which die a natural 1 or 20 is read from.", rich_help_panel=YOU),
    ] = None,
    difficulty: Annotated[
        int | None, typer.Option("--difficulty", help="How many d6 (more is easier).", rich_help_panel=II)
    ] = None,
    level: Annotated[
        int | None, typer.Option("--level", help="Of the Talent, 0 to 9.", rich_help_panel=II)
    ] = None,
    target: Annotated[
        int | None,
        typer.Option("--target", help="A Decisive Action against this number.", rich_help_panel=II),
    ] = None,
    fail_min: Annotated[
        Literal["0", "2"] | None,
        typer.Option("--fail-min", help="The least Crisis of a failure (2; Decisive 0).", rich_help_panel=II),
    ] = None,
    explode: Annotated[
        Literal["chain", "once"] | None,
        typer.Option("--explode", help="Whether added dice explode too.", rich_help_panel=II),
    ] = None,
    at_least: Annotated[
        int | None,
        typer.Option("--at-least", metavar="N", help="The chance of N or more.", rich_help_panel=DICE),
    ] = None,
    json: Json = False,
) -> int | None:
    """Exact chances of a check, a roll, or any dice.

    [bold]footlights odds you --modifier 3 --advantage adv[/]
    [bold]footlights odds inciting-incident --difficulty 5 --level 6 --target 24[/]
    [bold]footlights odds "5d6!+2d8!" --at-least 20[/]
    """
    from footlights.cli import odds

    return odds.odds(
        what,
        {
            "modifier": modifier,
            "advantage": advantage,
            "nat_scope": nat_scope,
            "difficulty": difficulty,
            "level": level,
            "target": target,
            "fail_min": int(fail_min) if fail_min else None,
            "explode": explode,
            "at_least": at_least,
        },
        as_json=json,
    )


@app.command()
def roll(
    notation: Annotated[str, typer.Argument(metavar="NOTATION", help="Dice: 2d20kh1+3, 5d6!+2d8!, 2d20kl1.")],
    times: Annotated[
        int, typer.Option("--times", metavar="N", min=1, max=1000, help="Roll so many times.")
    ] = 1,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="The same faces every time.")
    ] = None,
    json: Json = False,
) -> int | None:
    """Roll dice and see which were kept, dropped and exploded.

    [bold]footlights roll 2d20kh1+3[/]
    [bold]footlights roll "5d6!+2d8!" --times 3 --seed 7[/]
    """
    from footlights.cli.roll import roll

    return roll(notation, times, seed, as_json=json)


@app.command()
def rules(
    game: Game,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[CLAUSE or words]",
            help="An id (RES-01), part of one (RES), or words.",
            autocompletion=A_CLAUSE,
        ),
    ] = None,
    json: Json = False,
) -> int | None:
    """Read the rules, or find a clause by id or words.

    [bold]footlights rules you[/]
    [bold]footlights rules you RES-08[/]
    [bold]footlights rules inciting-incident last attempt[/]
    """
    from footlights.cli.rules import rules

    return rules(game, words or [], as_json=json)


@app.command()
def sheet(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A character as YAML or JSON.")],
    game: GameOption = None,
    json: Json = False,
) -> int | None:
    """Check a character's sheet and print it.

    Exit 2, with the place of every fault, when it is none.

    [bold]footlights sheet ana.yaml[/]
    [bold]footlights sheet ana.json --game you --json[/]
    """
    from footlights.cli.sheet import sheet

    return sheet(file, game, as_json=json)


@app.command()
def export(
    campaign: CampaignName,
    chronicle: Annotated[bool, typer.Option("--chronicle", help="The chronicle as Markdown.")] = False,
    session: Annotated[
        bool, typer.Option("--session", help="A session script that plays the same again.")
    ] = False,
    character: Annotated[
        str | None,
        typer.Option(
            "--character",
            metavar="NAME",
            help="One character's sheet as JSON.",
            autocompletion=A_SEAT,
        ),
    ] = None,
    seat: As = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write to this file, not to the screen."),
    ] = None,
    data: Folder = None,
) -> int | None:
    """Write a campaign out, or a part of it.

    Whole as JSON, unless you ask for its chronicle, its session script or one character.

    [bold]footlights export Lanterns -o lanterns.json[/]
    [bold]footlights export Lanterns --chronicle --as Ana -o lanterns.md[/]
    [bold]footlights export Lanterns --session -o bug-report.yaml[/]
    [bold]footlights export Lanterns --character Ana -o ana.json[/]
    """
    from footlights.cli.saves import export

    return export(
        campaign,
        chronicle=chronicle,
        session=session,
        character=character,
        seat=seat,
        output=output,
        data=data,
    )


@app.command("import")
def import_(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="A campaign (JSON), a session script (YAML), or a character's sheet."
        ),
    ],
    into: Annotated[
        str | None,
        typer.Option(
            "--into",
            metavar="CAMPAIGN",
            help="Where a character joins.",
            autocompletion=A_CAMPAIGN,
        ),
    ] = None,
    title: Annotated[
        str | None, typer.Option("--title", metavar="TEXT", help="Another name for the campaign.")
    ] = None,
    data: Folder = None,
    json: Json = False,
) -> int | None:
    """Take in a campaign, a session or a character.

    A file with a fault is refused whole.

    [bold]footlights import lanterns.json[/]
    [bold]footlights import session.yaml --title "Lanterns, again"[/]
    [bold]footlights import dora.yaml --into Lanterns[/]
    """
    from footlights.cli.saves import import_

    return import_(file, into, title, data, as_json=json)
