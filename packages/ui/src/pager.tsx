import { groupDigits } from './money-text.ts';
import { pagesShown } from './pages-shown.ts';
import styles from './pager.module.css';
import { useKitTexts } from './texts.tsx';

interface PagerProps {
  readonly page: number;
  readonly last: number;
  readonly pageSize: number;
  readonly pageSizes: readonly number[];
  /** Where there is little room, the page's number stands between two arrows. */
  readonly narrow: boolean;
  readonly onChange: (page: number, pageSize: number) => void;
}

/** How many pages a leap goes. */
const LEAP = 5;

/** Goes from page to page of a list. */
export function Pager({ page, last, pageSize, pageSizes, narrow, onChange }: PagerProps) {
  const { t } = useKitTexts();
  const goTo = (to: number): void => onChange(Math.min(Math.max(to, 1), last), pageSize);
  const leaps = { back: { to: page - LEAP, name: t('kit.pagesBack') }, on: { to: page + LEAP, name: t('kit.pagesOn') } };
  return (
    <div className={styles.pager}>
      <Arrow name={t('kit.pageBefore')} path="m7.5 2.5-4 4 4 4" onGo={page > 1 ? () => goTo(page - 1) : undefined} />
      {narrow ? (
        <span className={styles.place}>
          {groupDigits(String(page))} / {groupDigits(String(last))}
        </span>
      ) : (
        pagesShown(page, last).map((one) =>
          typeof one === 'number' ? (
            <button
              key={one}
              type="button"
              className={styles.page}
              title={String(one)}
              aria-current={one === page ? 'page' : undefined}
              onClick={() => goTo(one)}
            >
              {one}
            </button>
          ) : (
            <button
              key={one}
              type="button"
              className={styles.page}
              title={leaps[one].name}
              aria-label={leaps[one].name}
              onClick={() => goTo(leaps[one].to)}
            >
              …
            </button>
          ),
        )
      )}
      <Arrow name={t('kit.pageAfter')} path="m5.5 2.5 4 4-4 4" onGo={page < last ? () => goTo(page + 1) : undefined} />
      {!narrow && (
        <select
          className={styles.size}
          aria-label={t('kit.pageSize')}
          value={pageSize}
          onChange={(event) => onChange(page, Number(event.target.value))}
        >
          {pageSizes.map((size) => (
            <option key={size} value={size}>
              {t('kit.perPage', { count: size })}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

/** To the next page or the one before. Where there is none it does nothing, and keeps the focus of whoever came to the end by it. */
function Arrow({ name, path, onGo }: { readonly name: string; readonly path: string; readonly onGo: (() => void) | undefined }) {
  return (
    <button type="button" className={styles.page} aria-label={name} title={name} aria-disabled={!onGo} onClick={onGo}>
      <svg viewBox="0 0 13 13" width="13" height="13" fill="none" stroke="currentColor" strokeWidth="1.4" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  );
}
