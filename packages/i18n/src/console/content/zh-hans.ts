import { translation } from '../../catalogue.ts';
import type { content as english } from './en.ts';

export const content = translation<typeof english>()({
  'announcements.title': '公告',
  'announcements.none': '暂无公告',
  'announcements.openPage': '在新页面打开',
  'agreements.title': '开始使用之前',
  'agreements.lead': '请阅读您与服务商之间的约定，以及您的数据如何处理。',
  'agreements.updateTitle': '我们更新了条款',
  'agreements.updateLead': '请阅读新版本，接受后即可继续使用。',
  'agreements.version': '第 {version} 版，{time}',
  'agreements.accept': '我已阅读并接受',
  'pages.title': '帮助与条款',
  'pages.help_article': '帮助中心',
  'pages.user_agreement': '用户协议',
  'pages.privacy_policy': '隐私政策',
  'pages.legal_statement': '法律声明',
  'pages.about_us': '关于我们',
});
