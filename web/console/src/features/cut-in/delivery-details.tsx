import { formatInstant } from '@purser/ui/instant-text';
import { CopyText } from '@purser/ui/copy-text';
import { Details, DetailsHead, DetailsPart } from '@purser/ui/details';
import { Fact, Facts } from '@purser/ui/facts';
import { StatusTag } from '@purser/ui/status-tag';
import { useT } from './texts.ts';
import type { Delivery } from './api.ts';
import { Attempts } from './attempts.tsx';
import { eventName, STATE_TONES } from '../../shared/delivery-names.ts';
import { CodeBlock } from './code-block.tsx';
import { indented } from './indented.ts';
import { RedeliverButton } from './redeliver-button.tsx';

/** One event on its way to the merchant's system: each attempt, and what was sent. */
export function DeliveryDetails({ row: delivery }: { readonly row: Delivery }) {
  const t = useT();
  return (
    <Details>
      <DetailsHead>
        <strong>{eventName(delivery.event_type, t)}</strong>
        <StatusTag tone={STATE_TONES[delivery.state]}>{t(`apiDeliveries.state.${delivery.state}`)}</StatusTag>
        <RedeliverButton delivery={delivery} />
      </DetailsHead>
      <Facts>
        <Fact label={t('field.time')}>{formatInstant(delivery.create_time)}</Fact>
        <Fact label={t('apiDeliveries.address')}>{delivery.address}</Fact>
        <Fact label={t('apiDeliveries.eventId')}>
          <CopyText text={delivery.event_id} what={t('apiDeliveries.eventId')} />
        </Fact>
        <Fact label={t('apiDeliveries.deliveryId')}>
          <CopyText text={delivery.delivery_id} what={t('apiDeliveries.deliveryId')} />
        </Fact>
      </Facts>
      <DetailsPart title={t('apiDeliveries.timeline')}>
        <Attempts delivery={delivery} />
      </DetailsPart>
      <DetailsPart title={t('apiDeliveries.payload')}>
        {/* Copied, it is what was signed, byte for byte. */}
        <CodeBlock text={delivery.payload} shown={indented(delivery.payload)} what={t('apiDeliveries.payload')} />
      </DetailsPart>
    </Details>
  );
}
