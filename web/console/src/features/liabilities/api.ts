import { callQuery } from '@purser/console-kit/query';
import { type LiabilityProof, merchantLiabilityProof } from '@purser/contract/features/liabilities';
import { queryOptions } from '@tanstack/react-query';
import { verifyProof } from '../../../../../docs/verify-liabilities.mjs';

/** The merchant's proofs in a statement; in the newest unless said otherwise. */
export const proofsIn = (statement_id: string | undefined) => callQuery(merchantLiabilityProof, { statement_id }, []);

/** What this browser finds itself. Browsers hash on pages of a secure origin only. */
export const checkOf = (proof: LiabilityProof, root: string) =>
  queryOptions({
    queryKey: ['liability-check', proof, root],
    queryFn: async () => {
      if (globalThis.crypto.subtle === undefined) return 'unable';
      return verifyProof(proof, root).then(
        () => 'holds' as const,
        () => 'fails' as const,
      );
    },
    staleTime: Infinity,
  });
