import type { ReactNode } from 'react';

/** A page as the address says it. */
export interface Place {
  readonly to: string;
  readonly search?: Readonly<Record<string, string>> | undefined;
}

interface Named {
  /** Unique in the palette. */
  readonly id: string;
  readonly name: string;
  /** Behind the name: the menu's group, or the kind of a number. */
  readonly beside?: string | undefined;
  readonly icon?: ReactNode;
  /** What else it is found by: first its English name. */
  readonly also?: readonly string[];
}

/** What leads to a page; it is remembered. */
export interface PlaceEntry extends Named {
  readonly section: 'pages' | 'acts' | 'numbers';
  readonly place: Place;
}

/** What is done where one is. */
export interface ActEntry extends Named {
  readonly section: 'acts';
  readonly act: () => void;
  /** The palette stays open. */
  readonly stays?: boolean;
}

export type Entry = PlaceEntry | ActEntry;

/** A record that has the number that was typed. */
export interface NumberFound {
  /** What kind of record it is, as `kindNames` of the palette names it. */
  readonly kind: string;
  readonly number: string;
  /** Such as its amount. */
  readonly beside?: string;
  readonly place: Place;
}

/** Asks for the records that have a number; the signal ends it. */
export type LookUp = (signal: AbortSignal) => Promise<readonly NumberFound[]>;
