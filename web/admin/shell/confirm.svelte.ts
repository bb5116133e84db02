// Questions before what cannot be taken back. Where there is Undo, nothing is asked.

export interface Question {
  title: string;
  /** What will happen, with numbers. */
  text: string;
  /** The verb on the button, such as "Delete". */
  action: string;
  /** What has to be typed first, such as the name of what goes. */
  typed?: string;
  /** What the other button says. */
  cancel?: string;
  danger?: boolean;
}

class Questions {
  current = $state.raw<Question | null>(null);
  private answer: ((yes: boolean) => void) | undefined;

  ask(question: Question): Promise<boolean> {
    this.answer?.(false);
    this.current = question;
    return new Promise((resolve) => (this.answer = resolve));
  }

  settle(yes: boolean): void {
    this.current = null;
    this.answer?.(yes);
    this.answer = undefined;
  }
}

export const questions = new Questions();

/** Asks by a name that has to be typed. */
export function confirmTyped(question: Question & { typed: string }): Promise<boolean> {
  return questions.ask({ danger: true, ...question });
}

/** Asks by two buttons. */
export function confirm(question: Question): Promise<boolean> {
  return questions.ask(question);
}
