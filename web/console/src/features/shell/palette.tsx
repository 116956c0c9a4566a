import { FileTextOutlined, RightCircleOutlined } from '@ant-design/icons';
import type { MenuGroup } from '@purser/console-kit/menu-list';
import type { Entry, PlaceEntry } from '@purser/console-kit/palette/entry';
import { type OwnPalette, Palette } from '@purser/console-kit/palette/palette';
import type { PaletteProps } from '@purser/console-kit/palette/palette-button';
import { useQuery } from '@tanstack/react-query';
import { ownAccount } from '../../shared/account.ts';
import { useMay } from '../../shared/may.tsx';
import { entryAbove, permissionOf } from '../../shared/menu.ts';
import { PATHS } from '../../shared/paths.ts';
import { lookUpNumber, NUMBER_KINDS } from './numbers.ts';
import { type PaletteT, useT } from './palette-texts.ts';

interface ConsolePaletteProps extends PaletteProps, Pick<OwnPalette, 'logOut'> {
  readonly english: PaletteT;
  /** The whole menu in English. */
  readonly englishMenu: readonly MenuGroup[];
}

/** The merchant console's pages, forms and numbers. */
export default function ConsolePalette({ english, englishMenu, menu, logOut, ...rest }: ConsolePaletteProps) {
  const t = useT();
  const { data: account } = useQuery(ownAccount);
  const may = useMay();
  const username = account?.own?.username;
  return (
    <Palette
      {...rest}
      own={{
        english,
        who: username && `merchant ${username}`,
        entries: [...pagesOf(menu, englishMenu, t, english, may), ...formsOf(t, english, may)],
        lookUp: lookUpNumber,
        kindNames: Object.fromEntries(NUMBER_KINDS.map((kind) => [kind, t(`numbers.${kind}`)])),
        logOut,
      }}
    />
  );
}

/** Other words that a page is found by. */
const WORDS = {
  [PATHS.accountSecurity]: 'places.words.accountSecurity',
  [PATHS.apiManagement]: 'places.words.apiManagement',
  [PATHS.cutIn]: 'places.words.cutIn',
  [PATHS.team]: 'places.words.team',
  [PATHS.receive]: 'places.words.receive',
  [PATHS.orders]: 'places.words.orders',
  [PATHS.statements]: 'places.words.statements',
} as const;

/** Pages that stand in no menu. */
const BELOW = [
  { path: PATHS.receive, name: 'places.receive' },
  { path: PATHS.refunds, name: 'places.refunds' },
  { path: PATHS.statements, name: 'places.statements' },
  { path: PATHS.liabilities, name: 'places.liabilities' },
  { path: PATHS.verification, name: 'places.verification' },
  { path: PATHS.ownAudit, name: 'places.ownAudit' },
  { path: PATHS.team, name: 'places.team' },
  { path: PATHS.cutIn, name: 'places.cutIn' },
] as const;

function pagesOf(menu: readonly MenuGroup[], englishMenu: readonly MenuGroup[], t: PaletteT, english: PaletteT, may: Allows): Entry[] {
  const inEnglish = new Map(
    englishMenu.flatMap(({ name, entries }) => entries.map((entry) => [entry.path, [entry.name, name ?? '']] as const)),
  );
  const words = (path: string): string[] => {
    const key = WORDS[path as keyof typeof WORDS] as (typeof WORDS)[keyof typeof WORDS] | undefined;
    return key ? [t(key), english(key)] : [];
  };
  const ofMenu = menu.flatMap(({ name: beside, entries }) =>
    entries.map(({ path, search, name, icon }): PlaceEntry => ({
      id: path,
      section: 'pages',
      name,
      beside,
      icon,
      also: [...(inEnglish.get(path) ?? []), ...words(path)],
      place: { to: path, search },
    })),
  );
  const names = new Map(ofMenu.map(({ id, name }) => [id, name]));
  const below = BELOW.filter(({ path }) => may(permissionOf(path))).map(({ path, name }): PlaceEntry => ({
    id: path,
    section: 'pages',
    name: t(name),
    beside: names.get(entryAbove(path) ?? ''),
    icon: <FileTextOutlined aria-hidden />,
    also: [english(name), ...words(path)],
    place: { to: path },
  }));
  return [...ofMenu, ...below];
}

type Allows = ReturnType<typeof useMay>;

/** Forms, each by what its page's address says while it is open. */
const FORMS = [
  { name: 'places.transfer', to: PATHS.transfer, opens: 'send', wants: 'money.move' },
  { name: 'places.createLink', to: PATHS.receive, opens: 'create', wants: 'order.change' },
  { name: 'places.collect', to: PATHS.assets, opens: 'receive', wants: undefined },
  { name: 'places.withdrawUsdt', to: PATHS.usdtWithdrawals, opens: 'withdraw', wants: 'money.move' },
  { name: 'places.book', to: PATHS.usdtWithdrawals, opens: 'book', wants: undefined },
  { name: 'places.withdrawFiat', to: PATHS.fiatWithdrawal, opens: 'withdraw', wants: 'money.move' },
  { name: 'places.adjust', to: PATHS.adjustments, opens: 'adjust', wants: 'money.move' },
  { name: 'places.rechargeUsdt', to: PATHS.usdtRecharge, opens: 'recharge', wants: 'money.move' },
  { name: 'places.bankAccount', to: PATHS.paymentMethod, opens: 'link', wants: 'payee.change' },
  { name: 'places.allow', to: PATHS.whiteList, opens: 'add', wants: 'access.change' },
  { name: 'places.invite', to: PATHS.team, opens: 'invite', wants: 'team.manage' },
] as const;

function formsOf(t: PaletteT, english: PaletteT, may: Allows): Entry[] {
  return FORMS.filter(({ wants }) => may(wants)).map(({ name, to, opens }) => ({
    id: `${to}?${opens}`,
    section: 'acts',
    name: t(name),
    also: [english(name)],
    icon: <RightCircleOutlined aria-hidden />,
    place: { to, search: { [opens]: '1' } },
  }));
}
