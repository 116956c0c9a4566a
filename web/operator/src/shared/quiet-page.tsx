import { QuietPage } from '@purser/console-kit/quiet-page';
import type { ReactNode } from 'react';
import { OperatorBrand } from './brand.tsx';

/** The frame of the pages outside the layout. */
export function OperatorQuietPage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <QuietPage title={title} brand={<OperatorBrand />}>
      {children}
    </QuietPage>
  );
}
