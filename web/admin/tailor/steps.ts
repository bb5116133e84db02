/** What a running tailoring has done so far: five steps with their counts, as the events tell. */
import type { Analysis } from "../../api/client.gen.ts";
import type { TailorEvent } from "./events.ts";

export type StepState = "waiting" | "running" | "done";

export interface Step {
  title: string;
  text: string;
  state: StepState;
  /** Seconds it took, once it is done. */
  seconds: number | null;
}

export interface Running {
  steps: Step[];
  analysis: Analysis | null;
  attempt: number;
  /** When the running step began, in milliseconds. */
  since: number;
}

const TITLES = ["Read the job", "Look for evidence", "Choose lines", "Word proposals", "Check every line against its source"];
const CHECK = "What says more than its source is never put into the text";

export function begin(now: number): Running {
  const steps = TITLES.map((title, index): Step => ({
    title, text: index === 4 ? CHECK : "", state: index === 0 ? "running" : "waiting", seconds: null,
  }));
  return { steps, analysis: null, attempt: 1, since: now };
}

export function advance(run: Running, event: TailorEvent, now: number): Running {
  switch (event.name) {
    case "analysed": {
      const { requirements } = event.data.analysis;
      const nice = requirements.filter((requirement) => requirement.level === "nice").length;
      const text = `${many(requirements.length, "requirement")}${nice === 0 ? "" : `, ${nice} of them nice to have`}`;
      return { ...move(run, [[0, text]], 1, now), analysis: event.data.analysis };
    }
    case "retrieved": {
      const { facts, voice } = event.data;
      const samples = voice.examples + voice.anti_patterns;
      return move(run, [[1, `${many(facts, "fact")}${samples === 0 ? "" : `; ${many(samples, "example")} of your voice`}`]], 2, now);
    }
    case "generated": {
      // Choosing and wording are told as one.
      const { attempt, generator, dropped } = event.data;
      const worded = generator === "llm"
        ? `${ordinal(attempt)} attempt${dropped === 0 ? "" : `; ${many(dropped, "wording")} dropped, for no source has them`}`
        : "No model has worded anything. Every line stands as your sources have it.";
      return { ...move(run, [[2, attempt > 1 ? `${ordinal(attempt)} attempt` : "Chosen from your sources"], [3, worded]], 4, now), attempt };
    }
    case "evaluated": {
      const { attempt, evaluation } = event.data;
      const done = move(run, [[4, `${ordinal(attempt)} attempt: ${Math.round(evaluation.score)} of 100`]], null, now);
      return evaluation.passed ? done : again(done, attempt + 1);
    }
    case "done":
      return { ...run, steps: run.steps.map((step) => ({ ...step, state: "done" as const })) };
    case "failed":
      return run;
  }
}

/** The title of what is being done, for the heading. */
export function current(run: Running): { title: string; number: number } {
  const index = run.steps.findIndex((step) => step.state === "running");
  const step = run.steps[index];
  return step ? { title: step.title, number: index + 1 } : { title: "Almost there", number: run.steps.length };
}

function move(run: Running, done: [number, string][], next: number | null, now: number): Running {
  const steps = run.steps.map((step) => ({ ...step }));
  // Steps that are told together share the time that both took.
  const seconds = (now - run.since) / 1000 / Math.max(1, done.length);
  for (const [index, text] of done) Object.assign(steps[index] ?? {}, { text, state: "done", seconds });
  if (next !== null) Object.assign(steps[next] ?? {}, { state: "running" });
  return { ...run, steps, since: now };
}

/** Another attempt chooses, words and checks once more. Where it is not needed, the result follows at once. */
function again(run: Running, attempt: number): Running {
  const steps = run.steps.map((step, index) => (index < 2 ? step : { ...step, state: index === 2 ? ("running" as const) : ("waiting" as const), seconds: null }));
  return { ...run, steps, attempt };
}

export function many(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

export function ordinal(number: number): string {
  return ["First", "Second", "Third", "Fourth", "Fifth"][number - 1] ?? `${number}th`;
}
