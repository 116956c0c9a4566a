import * as calls from '@purser/contract/features/content';
import * as editing from '@purser/contract/features/content-editing';
import { merchantRoute, payerRoute, staffRoute, type MerchantContext, type PayerContext, type Route } from '../../platform/http/route.ts';
import { richTextHtml } from '../../domain/rich-text-html.ts';
import type { ContentEditing } from './editing.ts';
import type { Content, Reader } from './service.ts';

export function contentRoutes(content: Content): Route[] {
  return [
    merchantRoute(calls.merchantAnnouncementList, (_input, context) => content.announcements(merchant(context))),
    merchantRoute(calls.merchantAnnouncementDetail, ({ slug }, context) => content.announcement(slug, merchant(context))),
    merchantRoute(calls.merchantAnnouncementRead, ({ slugs }, context) => content.markRead(slugs, context)),
    merchantRoute(calls.merchantContentPages, () => content.pages()),
    merchantRoute(calls.merchantAgreementPending, (_input, context) => content.pending(merchant(context))),
    merchantRoute(calls.merchantAgreementAccept, ({ agreements }, context) => content.accept(agreements, context)),
    payerRoute(calls.walletAnnouncementList, (_input, context) => content.announcements(user(context))),
    payerRoute(calls.walletAnnouncementRead, ({ slugs }, context) => content.markRead(slugs, context)),
    payerRoute(calls.walletAgreementPending, (_input, context) => content.pending(user(context))),
    payerRoute(calls.walletAgreementAccept, ({ agreements }, context) => content.accept(agreements, context)),
  ];
}

/** What staff do with texts. */
export function contentEditingRoutes(texts: ContentEditing): Route[] {
  return [
    staffRoute(editing.contentQuery, (_input, { language }) => texts.list(language)),
    staffRoute(editing.contentDetail, (input, { language }) => texts.detail(input, language)),
    staffRoute(editing.contentCreate, (input, context) => texts.create(input, context)),
    staffRoute(editing.contentSave, (input, context) => texts.save(input, context)),
    staffRoute(editing.contentPreview, async ({ body }) => ({ html: richTextHtml(body) })),
    staffRoute(editing.contentPublish, (input, context) => texts.publish(input, context)),
    staffRoute(editing.contentSchedule, (input, context) => texts.schedule(input, context)),
    staffRoute(editing.contentUnschedule, (input, context) => texts.unschedule(input, context)),
    staffRoute(editing.contentWithdraw, (input, context) => texts.withdraw(input, context)),
    staffRoute(editing.contentVersionDetail, (input) => texts.version(input)),
    staffRoute(editing.contentRestore, (input, context) => texts.restore(input, context)),
    staffRoute(editing.contentAcceptances, (input) => texts.acceptances(input)),
  ];
}

function merchant({ merchantId, language }: MerchantContext): Reader {
  return { party: 'merchant', ownerId: merchantId, language };
}

function user({ userId, language }: PayerContext): Reader {
  return { party: 'user', ownerId: userId, language };
}
