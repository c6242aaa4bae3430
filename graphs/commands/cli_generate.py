"""The commands ``castalia generate`` and ``castalia demo``: one page, from a corpus of the user's or the bundled
one."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, Any

from castalia.graphs.commands.cli_approve import AGAIN, add_approve_option, approvals_of, kept
from castalia.graphs.commands.cli_models import (
    account_lines,
    add_dry_run,
    add_method_options,
    add_model_options,
    add_preset,
    asked_before,
    check_rehearsable,
    settings_of,
    thinking_again,
    thinking_of,
)
from castalia.graphs.commands.cli_options import (
    SNIPPETS,
    add_embeddings,
    add_events,
    add_language,
    add_quiet,
    add_reading,
    check_reading,
    language_of,
    reading_of,
)
from castalia.graphs.commands.interruption import Interrupted, run_interruptible
from castalia.graphs.commands.page_told import tell_end, tell_size
from castalia.graphs.screens.display import following
from castalia.graphs.screens.lines import check_stdout, note, print_result
from castalia.graphs.settings import Settings, settings_then
from castalia.memory.errors import CastaliaError, DiskFullError, InputError, StoreError

if TYPE_CHECKING:
    from castalia.graphs.runs.run_manifest import Manifest
    from castalia.graphs.thinking import Thinking

DEMO_TOPIC = "Coral reef"
DEMO_FOLDER = "castalia_demo"
FORCE = "begin anew where something differs; write over what is there: another topic's page, a changed page"
SAMPLE = "sample_coral_reefs.jsonl"


def add_generate(commands: Any) -> None:
    """The command ``generate``."""
    generate = commands.add_parser(
        "generate", help="write the page of a topic", description="Write the page of a topic."
    )
    generate.add_argument("topic", metavar="TOPIC", help="what the page is about, for example: Glycolysis")
    source = generate.add_mutually_exclusive_group()
    source.add_argument("--corpus", metavar="FILE|DIR", action="extend", nargs="+", help=SNIPPETS)
    source.add_argument(
        "--store",
        metavar="PATH|URL",
        help="a store that castalia ingest made: its folder, or the url of a collection on a Qdrant server",
    )
    generate.add_argument("--domain", default="", help="use only the snippets of this domain (default: all)")
    generate.add_argument("--pipeline", choices=["apollo"], default="apollo", help="how the page is made")
    generate.add_argument(
        "--out",
        metavar="DIR",
        help="where the page goes (default: a folder named after the topic: coral_reef for Coral reef, and with a hash behind it "
        "where capitals or signs are lost, as those of Great Barrier Reef)",
    )
    generate.add_argument(
        "--words",
        type=int,
        metavar="N",
        help="about how long all sections together may get, without the lead (default: 1700; at least 100)",
    )
    generate.add_argument(
        "--resume",
        action="store_true",
        help="go on with the run that was begun in this folder: nothing that is finished is done or paid again",
    )
    generate.add_argument("--force", action="store_true", help=FORCE)
    add_reading(generate)
    add_embeddings(generate)
    add_language(generate)
    add_quiet(generate)
    add_events(generate)
    add_model_options(generate)
    add_preset(generate)
    add_method_options(generate)
    add_dry_run(generate)
    add_approve_option(generate)
    generate.set_defaults(run=_generate, command="generate")


def add_demo(commands: Any) -> None:
    """The command ``demo``."""
    demo = commands.add_parser(
        "demo",
        help="write a page from the bundled corpus",
        description="Write a page on coral reefs from the bundled corpus: nothing to download, no key.",
    )
    demo.add_argument("topic", nargs="?", default=DEMO_TOPIC, metavar="TOPIC", help=f"default: {DEMO_TOPIC}")
    demo.add_argument(
        "--out",
        metavar="DIR",
        help=f"where the page goes (default: {DEMO_FOLDER}; for another topic a folder named after it)",
    )
    demo.add_argument("--resume", action="store_true", help="go on with the run that was begun in this folder")
    demo.add_argument("--force", action="store_true", help=FORCE)
    add_quiet(demo)
    demo.set_defaults(language=None)
    add_events(demo)
    add_model_options(demo)
    add_preset(demo)
    add_method_options(demo)
    add_dry_run(demo)
    add_approve_option(demo)
    demo.set_defaults(run=_demo, command="demo")


def _generate(options: argparse.Namespace) -> int:
    check_reading(options, options.corpus)
    if options.corpus is None and options.store is None and not options.resume:
        raise InputError("one of the arguments --corpus --store is required; see castalia generate --help")
    return _write(
        options,
        options.out,
        options.words,
        resume=options.resume,
        force=options.force,
        corpus=options.corpus,
        store=options.store,
        domain=options.domain,
        **reading_of(options),
    )


def _demo(options: argparse.Namespace) -> int:
    out = DEMO_FOLDER if options.out is None and options.topic == DEMO_TOPIC else options.out
    with as_file(files("castalia.tools") / SAMPLE) as sample:
        return _write(options, out, None, corpus=sample, resume=options.resume, force=options.force)


def _write(options: argparse.Namespace, out: str | None, words: int | None, **given: Any) -> int:
    """Generate, save, and say on stdout where the page is; or say what it would cost."""
    from castalia.graphs.checks import check_out, check_topic
    from castalia.graphs.generation import generate
    from castalia.graphs.page_files import written_by
    from castalia.graphs.runs.run_folder import RunFolder
    from castalia.tools.pages.slugs import slug

    name, quiet = check_topic(options.topic), options.quiet
    if options.dry_run:
        check_stdout()
    target = slug(name) if out is None else out
    check_out(target)
    before = asked_before(options, target)
    thinking, settings = _thinking_and_settings(options, target, words, before)
    if options.dry_run:
        check_rehearsable(thinking)
    replaced = None if before is not None or thinking.models else written_by(target)
    approve = approvals_of(options, RunFolder(target))
    given["settings"] = settings
    if options.dry_run:
        return _rehearse(options, name, target, thinking, given)
    how, is_modelled = f"{_command(options, name, target)} --resume goes on from here", bool(thinking.models)
    with following(name, quiet=quiet, events=options.events) as follow:
        work = generate(name, model=thinking, out=target, approve=approve, progress=follow, **given)
        with _way_on_told(target, name, how, options.resume, is_modelled):
            page = run_interruptible(work, how, pays=is_modelled)
        follow.finish(page)
    if not (quiet or follow.is_live):
        tell_size(page, with_calls=is_modelled)
    if replaced and not quiet:
        note(f"it stands in place of the page that {replaced} wrote; the same command with that --model asks its tape")
    return tell_end(page, target)


def _rehearse(
    options: argparse.Namespace, topic: str, target: str, thinking: Thinking, given: Mapping[str, Any]
) -> int:
    """Say what the page would cost, from a run with scripted models that writes nothing."""
    from castalia.graphs.generation import generate
    from castalia.graphs.thinking import rehearsal

    given = {**given, "model": rehearsal(thinking), "resume": False, "force": False}
    if options.resume and given.get("corpus") is None and given.get("store") is None:
        given |= _read_before(target)
    with following(topic, quiet=options.quiet, events=options.events, is_rehearsal=True) as follow:
        page = run_interruptible(generate(topic, progress=follow, **given))
        follow.finish(page)
    for line in account_lines(page.run["account"], thinking.budget):
        print_result(line)
    return 0


def _read_before(target: str) -> dict[str, Any]:
    """Where the snippets of the run in this folder come from, as ``generate`` takes it."""
    from castalia.graphs.kept_stores import store_then
    from castalia.graphs.runs.run_folder import RunFolder
    from castalia.graphs.sources import source_then

    folder = RunFolder(target)
    manifest = folder.read()
    if manifest is None or not (was := source_then(folder, manifest)):
        raise InputError(f"nothing in {target} says what a run read: give --corpus or --store beside --dry-run")
    return {"store": store_then(folder, was), "domain": manifest.asked["domain"]}


def _thinking_and_settings(
    options: argparse.Namespace, target: str, words: int | None, before: Manifest | None
) -> tuple[Thinking, Settings | None]:
    """Thinking and settings of the options, or of the run ``before`` that is resumed, but for its tape, pace and budget
    where the options name others."""
    from castalia.graphs.past_thinking import resumed_thinking
    from castalia.graphs.runs.run_folder import TAPE, RunFolder

    language = language_of(options)
    if before is None:
        thinking = thinking_of(options, target)
        return thinking, settings_of(options, thinking, words, **language)
    folder, changes = RunFolder(target), {} if words is None else {"words": words}
    then = resumed_thinking(before, folder)
    if then.models and then.tape is None:
        then = replace(then, tape=folder.out / TAPE)
    return thinking_again(options, then), settings_then(before.asked["settings"], target, **changes)


@contextmanager
def _way_on_told(target: str, topic: str, how: str, is_resumed: bool, is_modelled: bool) -> Iterator[None]:
    """Whatever ends a run on this topic that has begun in this folder is told with how it goes on."""
    from castalia.graphs.pipeline.asking import RefusedError
    from castalia.graphs.runs.holding import BusyError
    from castalia.graphs.runs.run_folder import RunFolder, run_under_way

    try:
        yield
    except Interrupted as error:
        error.how = error.how if run_under_way(target, topic) else ""
        raise
    except DiskFullError as error:
        if run_under_way(target, topic):
            error.add_note(how)
        raise
    except StoreError as error:
        if not run_under_way(target, topic):
            raise
        failed = CastaliaError(str(error))  # the run had begun: nothing is wrong with what was asked for
        failed.add_note(how)
        raise failed from error
    except RefusedError as error:
        refused = CastaliaError(f"{error}; {kept(RunFolder(target).written(error.part))}")
        refused.add_note(how)
        raise refused from error
    except Exception as error:
        is_told = is_resumed or AGAIN in str(error)
        if not (is_told or isinstance(error, BusyError)) and run_under_way(target, topic):
            error.add_note(f"{how}; with another --model leave out --resume" if is_modelled else how)
        raise


def _command(options: argparse.Namespace, topic: str, target: str) -> str:
    """The command line that a run to resume needs, besides what its folder knows."""
    asks = [f"--approve {shlex.quote(one)}" for one in options.approve]
    return " ".join(["castalia", options.command, shlex.quote(topic), "--out", shlex.quote(str(target)), *asks])
