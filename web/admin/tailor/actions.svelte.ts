// What can be said about a result. Every act is told in a toast that takes it back, or leaves the
// reason why it was not done.
import type { KeptProposal, NewChunk, VoiceFeedbackCreate } from "../../api/client.gen.ts";
import { api, explain } from "../http/client.ts";
import { Once } from "../http/once.ts";
import { session } from "../shell/session.svelte.ts";
import { type Toast, toast } from "../shell/toasts.svelte.ts";
import { approval, edit, flag, rejection, sayAgain, unsaid, verdicts } from "./feedback.ts";
import type { Line } from "./lines.ts";
import type { Result } from "./result.svelte.ts";
import { many } from "./steps.ts";

export class Actions {
  /** Why the last one was not done. */
  failure = $state("");
  private readonly fact = new Once();

  constructor(private readonly result: Result) {}

  private get tailoring() {
    const { tailoring } = this.result;
    if (tailoring === null) throw new Error("There is no result yet.");
    return tailoring;
  }

  /** What was approved already is not approved again, and what was rejected is not rejected any more. */
  approve = (): Promise<boolean> => this.judge(approval(this.tailoring), (count) => `Approved. ${many(count, "section")} saved as examples of your voice.`);

  reject = (): Promise<boolean> => this.judge(rejection(this.tailoring), () => "Rejected. The output is saved as an anti-pattern.");

  flag = (note: string, line: Line | null): Promise<boolean> => this.say(flag(this.tailoring, note, line), () => "Flagged, with your note.");

  /** An administrator's words take their place in the result at once; those of a member are voice. */
  edit = (line: Line, text: string): Promise<boolean> => {
    if (!session.isAdmin) return this.say([edit(this.tailoring, line, text, this.result.chunks)], () => "Saved as an example of your voice. The resume stays as it is.");
    return this.act("saved", async () => {
      await this.result.word(line.id, text.trim());
      this.result.fresh = line.id;
      return {
        text: "Saved as your wording, here and when you tailor again.",
        undo: () => void this.act("taken back", async () => {
          await this.result.word(line.id, line.text);
          this.result.fresh = null;
          return { text: "Taken back. The line says again what it said." };
        }),
      };
    });
  };

  dismiss = (number: number): Promise<boolean> => {
    const proposal = this.proposal(number);
    return this.say([{ ...this.about(proposal), original_text: proposal.text, feedback_type: "rejected" }], () => "Proposal dismissed. It will not be offered again for this line.");
  };

  reword = (number: number, text: string): Promise<boolean> => {
    const proposal = this.proposal(number);
    return this.say([{ ...this.about(proposal), original_text: proposal.text, final_text: text.trim(), feedback_type: "edited" }], () => "Saved as your wording. It is used when you tailor again.");
  };

  accept = (number: number): Promise<boolean> =>
    this.act("saved", async () => {
      await this.result.accept(number);
      this.result.fresh = this.result.lineAt(this.proposal(number).path)?.id ?? null;
      return {
        text: session.isAdmin ? "Accepted. The line is approved now." : "Accepted as an example of your voice. The resume stays as it is.",
        undo: () => void this.act("taken back", async () => {
          await this.result.reopen(number);
          this.result.fresh = null;
          return { text: "Taken back. The proposal is open again." };
        }),
      };
    });

  /** "I have not": it is not asked about again for this job. */
  lack = (requirement: string, lacking: boolean): Promise<boolean> =>
    this.act("saved", async () => {
      await this.result.lack(requirement, lacking);
      if (!lacking) return { text: "It is asked about again." };
      return {
        text: "Kept as a gap. It is not asked about again for this job.",
        undo: () => void this.act("taken back", async () => {
          await this.result.lack(requirement, false);
          return { text: "Taken back. It is asked about again." };
        }),
      };
    });

  addFact = (requirement: string, text: string): Promise<boolean> =>
    this.act("saved", async () => {
      const body: NewChunk = { text: text.trim(), source: "conversation", chunk_type: "achievement", purpose: ["facts"], metadata: { requirement } };
      const { data } = await api.postContentChunks({ body, idempotencyKey: this.fact.keyFor(body) });
      this.fact.done();
      return {
        text: "Added to Memory. Tailor again to use it.",
        undo: () => void this.act("taken back", async () => {
          await api.deleteContentChunksById({ id: data.id });
          return { text: "Taken out of Memory again." };
        }),
      };
    });

  private proposal(number: number): KeptProposal {
    const proposal = this.tailoring.proposals[number];
    if (proposal === undefined) throw new Error("There is no such proposal.");
    return proposal;
  }

  private about(proposal: KeptProposal): Pick<VoiceFeedbackCreate, "job_context" | "section_type" | "source_text"> {
    return { job_context: this.tailoring.job_description, section_type: proposal.path.split("/")[0] ?? null, source_text: proposal.source.text };
  }

  /** One verdict at a time, of the words as they are now: what was said of it before is taken back, and Undo brings it back. */
  private judge(entries: VoiceFeedbackCreate[], words: (count: number) => string): Promise<boolean> {
    return this.act("saved", async () => {
      await this.result.loadFeedback();
      const fresh = unsaid(entries, this.result.feedback);
      const before = unsaid(verdicts(this.tailoring, this.result.feedback), entries);
      if (fresh.length === 0 && before.length === 0) return { text: "That is what you have said already." };
      const said = await this.result.say(fresh);
      await this.result.takeBack(before);
      return {
        text: words(entries.length),
        undo: () => void this.act("taken back", async () => {
          await this.result.takeBack(said);
          await this.result.say(before.map(sayAgain));
          return { text: before.length > 0 ? "Taken back. What you said before holds again." : "Taken back. Nothing of it is kept." };
        }),
      };
    });
  }

  private say(entries: VoiceFeedbackCreate[], words: (count: number) => string): Promise<boolean> {
    return this.act("saved", async () => {
      const said = await this.result.say(entries);
      return {
        text: words(said.length),
        undo: () => void this.act("taken back", async () => {
          await this.result.takeBack(said);
          return { text: "Taken back. Nothing of it is kept." };
        }),
      };
    });
  }

  /** Whether it was done. */
  private async act(what: "saved" | "taken back", work: () => Promise<Toast>): Promise<boolean> {
    this.failure = "";
    try {
      toast(await work());
      return true;
    } catch (error) {
      const said = `Not ${what}. ${explain(error)}`;
      // Undo lasts longer than the screen: its failure is told where it was pressed.
      if (what === "taken back") toast({ text: said, tone: "bad" });
      else this.failure = said;
      return false;
    }
  }
}
