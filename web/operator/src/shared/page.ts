import type { LoadPageTexts } from '@purser/console-kit/page-texts';
import type { Permission } from '@purser/contract/staff';
import type { ComponentType, ReactNode } from 'react';
import type { PlainKey } from './i18n.ts';

/** A page of the menu: one entry of the register. */
export interface OperatorPage {
  /** Below `/operator`. */
  readonly path: string;
  /** Its name in the menu. */
  readonly title: PlainKey & `menu.${string}`;
  readonly icon: ReactNode;
  /** How much waits there, behind its name. */
  readonly badge?: ComponentType;
  /** What its entry shows of it: the filters of a list. */
  readonly search?: Readonly<Record<string, string>>;
  /** What a role must be allowed for the page to be in the menu, and to open. */
  readonly permission: Permission;
  /** The page itself, a chunk of its own. */
  readonly load: () => Promise<{ readonly default: ComponentType }>;
  /** Its own texts, fetched with it. */
  readonly texts: LoadPageTexts;
  /** Pages that it leads to: they open with the same permission and texts, and are not in the menu. */
  readonly below?: readonly Pick<OperatorPage, 'path' | 'load'>[];
}

/** Pages that belong together. */
export interface OperatorPageGroup {
  readonly id: string;
  readonly title: PlainKey & `menu.${string}`;
  readonly pages: readonly OperatorPage[];
}
