import { useSearchParam } from '@purser/console-kit/search-param';
import { type Language, LANGUAGE_NAMES, LANGUAGE_TAGS, LANGUAGES } from '@purser/contract/language';
import { fillText } from '@purser/contract/text';
import { PageHead } from '@purser/ui/page-head';
import { QrCode } from '@purser/ui/qr-code';
import { EmptyState, ErrorState } from '@purser/ui/states';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Button, Select, Skeleton } from 'antd';
import { Suspense, use } from 'react';
import { ownAccount } from '../../shared/account.ts';
import { PATHS } from '../../shared/paths.ts';
import { ownLogo, type StandingCode, standingCodes } from './api.ts';
import styles from './poster.module.css';
import { type OwnTexts, texts, useI18n } from './texts.ts';

/** In the address: whose coin's code, and the language of the poster, which is the console's unless another was chosen. */
const COIN = 'coin';
const LANGUAGE = 'language';

/** The standing code to print and put up: alone on the paper, in the language of those who pay. */
export default function PosterPage() {
  const { t, language: own } = useI18n();
  const navigate = useNavigate();
  const [coin] = useSearchParam(COIN);
  const [named, setLanguage] = useSearchParam(LANGUAGE);
  const language = LANGUAGES.find((known) => known === named) ?? own;
  const query = useQuery(standingCodes);
  const list = query.data?.list;
  const code = list?.find(({ coin_name }) => coin_name === coin) ?? list?.[0];
  return (
    <>
      <div className={styles.tools}>
        <PageHead
          title={t('paymentLink.poster')}
          hint={t('paymentLink.posterHint')}
          actions={
            <>
              <Select<Language>
                aria-label={t('paymentLink.posterLanguage')}
                value={language}
                options={LANGUAGES.map((known) => ({ value: known, label: LANGUAGE_NAMES[known] }))}
                onChange={setLanguage}
              />
              <Button onClick={() => void navigate({ to: PATHS.receive, search: { coin } } as never)}>{t('paymentLink.back')}</Button>
              <Button type="primary" disabled={!code} onClick={() => window.print()}>
                {t('paymentLink.print')}
              </Button>
            </>
          }
        />
      </div>
      {query.isError && !list ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />
      ) : !list ? (
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      ) : code ? (
        <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 8 }} />}>
          <Poster code={code} language={language} />
        </Suspense>
      ) : (
        <EmptyState title={t('paymentLink.noMarket')} hint={t('paymentLink.noMarketHint')} />
      )}
    </>
  );
}

function Poster({ code, language }: { readonly code: StandingCode; readonly language: Language }) {
  const words = use(texts(language)) as Readonly<Record<keyof OwnTexts, string>>;
  const account = useQuery(ownAccount).data;
  const logo = useQuery(ownLogo).data?.logo;
  const coin = code.coin_name;
  return (
    <article className={styles.poster} lang={LANGUAGE_TAGS[language]}>
      {logo != null && <img className={styles.logo} src={logo} alt="" width="96" height="96" />}
      <h2 className={styles.name}>{account?.name}</h2>
      <QrCode text={code.payment_url} size={400} margin={36} label={fillText(words['paymentLink.standingQr'], { coin })} />
      <p className={styles.call}>{words['paymentLink.posterScan']}</p>
      <ol className={styles.steps}>
        <li>{words['paymentLink.posterStep1']}</li>
        <li>{fillText(words['paymentLink.posterStep2'], { coin })}</li>
        <li>{words['paymentLink.posterStep3']}</li>
      </ol>
    </article>
  );
}
