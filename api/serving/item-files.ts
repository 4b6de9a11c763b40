/** Folders of the published site with only the pages and cards of talks and speakers. */
export const itemFolders = ['charlas', 'speakers'] as const

/** Returns whether a file of the site is in one of these folders. */
export const isItemFile = (name: string): boolean => itemFolders.some((folder) => name.startsWith(`${folder}/`))
