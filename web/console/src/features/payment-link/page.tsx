import { LinkOutlined } from '@ant-design/icons';
import { useSearchParam } from '@purser/console-kit/search-param';
import { PageHead } from '@purser/ui/page-head';
import { useNavigate } from '@tanstack/react-router';
import { Button } from 'antd';
import { PATHS } from '../../shared/paths.ts';
import { CreateLink } from './create-link.tsx';
import { LinkList } from './link-list.tsx';
import { StandingCodeCard } from './standing-code-card.tsx';
import { useT } from './texts.ts';
import { May, MayForm } from '../../shared/may.tsx';

/** In the address: the coin of the standing code, and `1` while the form for a new link is open. */
const COIN = 'coin';
const CREATE = 'create';

/** Where a merchant is paid without a system of its own: the standing codes, and the payment links. */
export default function ReceivePage() {
  const t = useT();
  const navigate = useNavigate();
  const [coin, setCoin] = useSearchParam(COIN);
  const [create, setCreate] = useSearchParam(CREATE);
  return (
    <>
      <PageHead
        title={t('paymentLink.title')}
        hint={t('paymentLink.hint')}
        actions={
          <>
            <Button onClick={() => void navigate({ to: PATHS.assets, search: { receive: coin ?? '1' } } as never)}>
              {t('paymentLink.fromMerchants')}
            </Button>
            <May permission="order.change">
              <Button type="primary" icon={<LinkOutlined aria-hidden />} onClick={() => setCreate('1')}>
                {t('paymentLink.create')}
              </Button>
            </May>
          </>
        }
      />
      <StandingCodeCard coin={coin} onChoose={setCoin} />
      <LinkList />
      <MayForm permission="order.change">
        <CreateLink open={create !== undefined} firstCoin={coin} onClose={() => setCreate(undefined)} />
      </MayForm>
    </>
  );
}
