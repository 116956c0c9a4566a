import type { ReactNode } from 'react';
import type { PayStep } from '@purser/contract/payer-pages';
import button from '../../shared/button.module.css';
import { stepAddress } from './use-checkout.ts';

interface StepLinkProps {
  readonly to: PayStep;
  readonly token: string;
  /** As `stepAddress` takes it. */
  readonly scanned?: boolean;
  readonly go: (step: PayStep) => void;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A link that works as it is, and without a reload once the page is alive. */
export function StepLink({ to, token, scanned, go, className, children }: StepLinkProps) {
  return (
    <a
      className={className ?? button.quiet}
      href={stepAddress(token, to, scanned)}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        go(to);
      }}
    >
      {children}
    </a>
  );
}
