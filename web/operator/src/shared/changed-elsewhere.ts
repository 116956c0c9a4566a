import { refresh } from '@purser/console-kit/query';

/** For what a refusal ends: where somebody else has changed it meanwhile, what they have set is shown, beside what is typed. */
export function shownAnewIfChanged(topics: readonly string[]): (outcome: string) => boolean {
  return (outcome) => {
    const isChanged = outcome === 'terms_changed';
    if (isChanged) refresh(topics);
    return isChanged;
  };
}
