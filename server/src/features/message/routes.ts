import {
  messageDetail,
  messageExport,
  messageProviderMail,
  messageProviderReset,
  messageProviders,
  messageProviderSms,
  messageSendAgain,
  messageTemplateChange,
  messageTemplateList,
  messageTemplateReset,
  messageTemplateVersions,
  messageTest,
} from '@purser/contract/features/message';
import { staffRoute, type Route } from '../../platform/http/route.ts';
import { exportRoute, listRoute } from '../../platform/lists/list-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { messageLog, messageLogFile } from './list.ts';
import { detailOf, sendAgain, sendTest } from './log.ts';
import { providers, resetProvider, setMail, setSms } from './provider-settings.ts';
import { changeWording, resetWording, templates, versions } from './templates.ts';

export function messageRoutes(platform: Platform): Route[] {
  return [
    listRoute(platform, messageLog),
    exportRoute(platform, messageExport, messageLog, messageLogFile),
    staffRoute(messageDetail, (input, context) => detailOf(platform, input, context)),
    staffRoute(messageSendAgain, (input, context) => sendAgain(platform, input, context)),
    staffRoute(messageTest, (input, context) => sendTest(platform, input, context)),
    staffRoute(messageTemplateList, () => templates(platform)),
    staffRoute(messageTemplateVersions, async (input) => versions(platform, input)),
    staffRoute(messageTemplateChange, async (input, context) => changeWording(platform, input, context)),
    staffRoute(messageTemplateReset, async (input, context) => resetWording(platform, input, context)),
    staffRoute(messageProviders, () => providers(platform)),
    staffRoute(messageProviderMail, (input, context) => setMail(platform, input, context)),
    staffRoute(messageProviderSms, (input, context) => setSms(platform, input, context)),
    staffRoute(messageProviderReset, (input, context) => resetProvider(platform, input, context)),
  ];
}
