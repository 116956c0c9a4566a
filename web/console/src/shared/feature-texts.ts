import { featureTextsOf } from '@purser/console-kit/page-texts';
import type { ConsoleTexts } from './i18n.tsx';

/** A feature's own texts, for its pages' routes, and the translator that knows them beside those of every page. */
export const featureTexts = featureTextsOf<ConsoleTexts>();
