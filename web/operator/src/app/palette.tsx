import type { MenuGroup } from '@purser/console-kit/menu-list';
import type { PlaceEntry } from '@purser/console-kit/palette/entry';
import type { Shortcuts } from '@purser/console-kit/palette/keyboard-help';
import { type OwnPalette, Palette } from '@purser/console-kit/palette/palette';
import type { PaletteProps } from '@purser/console-kit/palette/palette-button';
import { EVERY_ORDER_KINDS } from '@purser/contract/features/every-order';
import { useQuery } from '@tanstack/react-query';
import { ownSession, useAllowed } from '../shared/session.ts';
import { lookUpNumber, PARTY_KINDS } from './numbers.ts';
import { type PaletteT, useT } from './palette-texts.ts';

interface OperatorPaletteProps extends PaletteProps, Pick<OwnPalette, 'logOut'> {
  readonly english: PaletteT;
  /** The whole menu in English. */
  readonly englishMenu: readonly MenuGroup[];
}

/** The pages of the member's role, and the numbers that it may look up. */
export default function OperatorPalette({ english, englishMenu, menu, logOut, ...rest }: OperatorPaletteProps) {
  const t = useT();
  const { data: session } = useQuery(ownSession);
  const allows = useAllowed();
  return (
    <Palette
      {...rest}
      own={{
        english,
        who: session && `staff ${session.username}`,
        entries: pagesOf(menu, englishMenu),
        lookUp: (text) => lookUpNumber(text, allows),
        kindNames: {
          ...namesOf(PARTY_KINDS, (kind) => t(`numbers.${kind}`)),
          ...namesOf(EVERY_ORDER_KINDS, (kind) => t(`orderKind.${kind}`)),
        },
        logOut,
        shortcuts: [queueKeys(t)],
      }}
    />
  );
}

function namesOf<Kind extends string>(kinds: readonly Kind[], name: (kind: Kind) => string): Record<string, string> {
  return Object.fromEntries(kinds.map((kind) => [kind, name(kind)]));
}

function pagesOf(menu: readonly MenuGroup[], englishMenu: readonly MenuGroup[]): PlaceEntry[] {
  const inEnglish = new Map(
    englishMenu.flatMap(({ name, entries }) => entries.map((entry) => [entry.path, [entry.name, name ?? '']] as const)),
  );
  return menu.flatMap(({ name: beside, entries }) =>
    entries.map(({ path, search, name, icon }): PlaceEntry => ({
      id: path,
      section: 'pages',
      name,
      beside,
      icon,
      also: inEnglish.get(path) ?? [],
      place: { to: path, search },
    })),
  );
}

function queueKeys(t: PaletteT): Shortcuts {
  return {
    title: t('keys.queue'),
    keys: [
      [['j'], t('keys.queueNext')],
      [['k'], t('keys.queueBefore')],
      [['a'], t('keys.approve')],
      [['r'], t('keys.reject')],
      [['s'], t('keys.show')],
    ],
  };
}
