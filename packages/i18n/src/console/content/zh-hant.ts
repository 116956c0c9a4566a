import { translation } from '../../catalogue.ts';
import type { content as english } from './en.ts';

export const content = translation<typeof english>()({
  'announcements.title': '公告',
  'announcements.none': '尚無公告',
  'announcements.openPage': '在新頁面開啟',
  'agreements.title': '開始使用之前',
  'agreements.lead': '請閱讀您與服務商之間的約定，以及您的資料如何處理。',
  'agreements.updateTitle': '我們更新了條款',
  'agreements.updateLead': '請閱讀新版本，接受後即可繼續使用。',
  'agreements.version': '第 {version} 版，{time}',
  'agreements.accept': '我已閱讀並接受',
  'pages.title': '說明與條款',
  'pages.help_article': '說明中心',
  'pages.user_agreement': '使用者協議',
  'pages.privacy_policy': '隱私權政策',
  'pages.legal_statement': '法律聲明',
  'pages.about_us': '關於我們',
});
