/** Texts inside the file of a merchant's payment links. */
export const linkFileTexts = {
  paymentLinks: 'Payment links',
  description: 'Text for the payer',
  link_uses: 'Payments',
  'link_uses.one': 'One',
  'link_uses.many': 'Many',
  link_status: 'Status',
  'link_status.open': 'Open',
  'link_status.paid': 'Paid',
  'link_status.closed': 'Closed',
  'link_status.expired': 'Over',
  payment_count: 'Paid',
  payment_sum: 'Received',
  payment_url: 'Address',
  valid_until: 'Valid until (UTC)',
} as const;
