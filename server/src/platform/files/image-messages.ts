import type { SentType } from '@purser/contract/file-purpose';

/** What the image process is asked: to write a picture anew. */
export interface ImageRequest {
  readonly bytes: Uint8Array;
  /** What it was found to be; no other format is tried. */
  readonly type: Exclude<SentType, 'application/pdf'>;
  readonly longestEdge: number;
  readonly shortestEdge: number;
  readonly mostPixels: number;
}

export type ImageProblem = 'unreadable' | 'animated' | 'too_small' | 'too_large';
export type ImageAnswer = { readonly bytes: Uint8Array } | { readonly problem: ImageProblem };
