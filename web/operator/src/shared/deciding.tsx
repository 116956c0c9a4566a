import { ReviewDialog, type Decision, type DecidingCall, type ReviewedOrder, type ReviewWords } from '@purser/console-kit/review-dialog';
import { refresh, type Topic } from '@purser/console-kit/query';
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { wasDecided } from './queue-keys.tsx';

/** @param why said with an approval that wants a reason */
type Decide<Row> = (decision: Decision, rows: readonly Row[], why?: string) => void;

/** How rows of a kind are decided, in the user's words. */
export interface DecidingParts<Row> {
  readonly orderOf: (row: Row, decision: Decision) => ReviewedOrder;
  readonly callsOf: (rows: readonly Row[], why: string) => Readonly<Record<Decision, DecidingCall>>;
  readonly words: (rows: readonly Row[]) => Partial<Record<Decision, Partial<ReviewWords>>>;
  readonly reasons?: readonly string[];
  readonly longestReason?: number;
}

interface Asked<Row> {
  readonly decision: Decision;
  readonly rows: readonly Row[];
  readonly why: string;
}

/**
 * Makes what decides rows of one kind, one or many: by drawer, by selection and by keys, in one dialog that outlives the rows. What is on show and has
 * to do with what was decided is fetched again by `after`.
 */
export function decidingOf<Row>(useParts: () => DecidingParts<Row>, after: readonly Topic[]) {
  const Deciding = createContext<Decide<Row>>(() => {});
  return {
    /** Opens the dialog that decides rows. */
    useDecide: (): Decide<Row> => use(Deciding),
    WithDeciding: function WithDeciding({ children }: { readonly children: ReactNode }) {
      const { orderOf, callsOf, words, reasons, longestReason } = useParts();
      const [asked, setAsked] = useState<Asked<Row>>();
      // What was decided stays readable while the dialog closes.
      const [shown, setShown] = useState<Asked<Row>>();
      if (asked !== undefined && asked !== shown) setShown(asked);
      const decide = useCallback<Decide<Row>>((decision, rows, why = '') => setAsked({ decision, rows, why }), []);
      const review = useMemo(
        () => asked && { decision: asked.decision, orders: asked.rows.map((row) => orderOf(row, asked.decision)) },
        // oxlint-disable-next-line react-hooks/exhaustive-deps -- the same value for as long as the dialog is open
        [asked],
      );
      const calls = useMemo(() => callsOf(shown?.rows ?? [], shown?.why ?? ''), [callsOf, shown]);
      return (
        <Deciding value={decide}>
          {children}
          <ReviewDialog
            review={review}
            calls={calls}
            words={words(shown?.rows ?? [])}
            {...(reasons && { reasons })}
            {...(longestReason !== undefined && { longestReason })}
            onDecided={(over) => {
              if (over.length > 0) wasDecided();
              refresh(after);
            }}
            onClose={() => setAsked(undefined)}
          />
        </Deciding>
      );
    },
  };
}
