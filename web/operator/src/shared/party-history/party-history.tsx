import { lazyPart } from '@purser/ui/lazy-part';
import { loadWithTexts } from '@purser/console-kit/page-texts';
import { Bones } from '@purser/ui/bones';
import { Suspense } from 'react';
import { texts } from './texts.ts';

const Shown = lazyPart(() => loadWithTexts(() => import('./shown.tsx'), texts));

/** Whose it is that is decided on, and what became of what they asked for before: of every kind. */
export function PartyHistory({ ownerId }: { readonly ownerId: number }) {
  return (
    <Suspense fallback={<Bones lines={5} />}>
      <Shown key={ownerId} ownerId={ownerId} />
    </Suspense>
  );
}
