/** Under which the list of templates is held. */
export const templatesKey = ['mail-templates']
