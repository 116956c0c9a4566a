import type { ownAccount } from '@purser/i18n/console/own-account/en';
import { useT as useAnyT, type KitCatalogue } from '../i18n.tsx';

/** The page that the cards stand on has these texts among its own. */
export const useT = useAnyT<KitCatalogue & typeof ownAccount>;
