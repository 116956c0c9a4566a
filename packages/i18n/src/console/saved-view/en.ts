/** Saved views of lists. */
export const savedView = {
  'saved.views': 'Views',
  'saved.none': 'No view is saved yet. Narrow and sort the list as you want it, then give it a name.',
  'saved.all': 'The whole list',
  'saved.name': 'Name of the view',
  'saved.save': 'Save as a view',
  'saved.replace': 'Save what is shown now',
  'saved.rename': 'Rename',
  'saved.delete': 'Delete',
  'saved.deleteNamed': 'Delete the view “{name}”',
  'saved.changeNamed': 'Change the view “{name}”',
  'saved.default': 'The list begins with it',
  'saved.isDefault': 'default',
  'saved.kept': 'View saved',
  'saved.gone': 'View deleted',
  'saved.back': 'Back',
} as const;
