import type { MessageProblem } from '@purser/contract/features/message';

/** Why a message could not be handed over. */
export class SendFailure extends Error {
  readonly problem: MessageProblem;
  /** What the server answered by number: of SMTP or HTTP. */
  readonly replyCode: number | null;
  /** Trying again by itself is of no use. */
  readonly final: boolean;

  constructor(problem: MessageProblem, { replyCode, final = false }: { replyCode?: number | undefined; final?: boolean } = {}) {
    super(problem);
    this.name = 'SendFailure';
    this.problem = problem;
    this.replyCode = replyCode ?? null;
    this.final = final;
  }
}
