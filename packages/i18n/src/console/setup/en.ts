/** The first steps of a merchant. */
export const setup = {
  'setup.title': 'Get ready to take payments',
  'setup.progress': '{done} of {all} done',
  'setup.done': 'Done',
  'setup.open': 'To do',
  'setup.identity': 'Have your identity confirmed',
  'setup.identityHint': 'Customer service does this with you. It comes before the access key.',
  'setup.access_key': 'Create an access key',
  'setup.access_keyHint': 'Your system signs its requests with it.',
  'setup.webhook': 'Set a webhook address',
  'setup.webhookHint': 'Your system is told there of every payment.',
  'setup.test_event': 'Send a test event',
  'setup.test_eventHint': 'It shows that your system answers.',
  'setup.first_order': 'Create your first order',
  'setup.first_orderHint': 'Your system creates it through the API; the documentation has samples.',
} as const;
