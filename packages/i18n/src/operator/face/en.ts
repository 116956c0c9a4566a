/** Payments that a face may confirm. */
export const face = {
  'face.hint':
    'Payments that wallet users may confirm by their face instead of the payment password. It is a convenience and weaker than a password: it deters a photograph held to the camera, not masks or videos made by a computer. So keep the amounts small.',
  'face.use': 'In use',
  'face.enrolled': 'Wallet users with a face set up',
  'face.locked': 'Locked after failed attempts',
  'face.audit': 'The audit log has each confirmation and each failure with what was measured, and no picture.',
  'face.setting': 'Setting',
  'face.limits': 'Above its amount, a payment wants the payment password.',
  'face.offered': 'Payments may be confirmed by face',
  'face.most': 'Largest payment in {coin}',
  'face.empty': 'Leave it empty where no payment is confirmed by face',
  'face.problem': 'Enter an amount above zero with at most {decimals} decimals',
  'face.review': 'Review the change',
  'face.change': 'Change the setting',
  'face.effect': 'It holds from the next confirmation on. Faces that are set up stay so until their owners withdraw.',
  'face.unchanged': 'Nothing is changed',
  'face.done': 'The setting was changed',
  'face.on': 'offered',
  'face.off': 'not offered',
  'face.none': 'none',
} as const;
