/** What the provider tells merchants: announcements under the bell, agreements to accept, and its public pages. */
export const content = {
  'announcements.title': 'Announcements',
  'announcements.none': 'There are no announcements yet',
  'announcements.openPage': 'Open as a page',
  'agreements.title': 'Before you begin',
  'agreements.lead': 'Please read what you and the provider agree on, and what happens with your data.',
  'agreements.updateTitle': 'We have changed our terms',
  'agreements.updateLead': 'Please read the new versions. You can go on once you have accepted them.',
  'agreements.version': 'Version {version}, {time}',
  'agreements.accept': 'I have read and accept them',
  'pages.title': 'Help and terms',
  'pages.help_article': 'Help center',
  'pages.user_agreement': 'User agreement',
  'pages.privacy_policy': 'Privacy policy',
  'pages.legal_statement': 'Legal statement',
  'pages.about_us': 'About us',
} as const;
