import { featureTextsOf } from '@purser/console-kit/page-texts';
import type { OperatorTexts } from './i18n.ts';

/** A feature's own texts, for the register, and the translator that knows them beside those of every page. */
export const featureTexts = featureTextsOf<OperatorTexts>();
