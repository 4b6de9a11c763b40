/** Folders of the published site that hold only the pages and cards of talks and speakers. */
export const itemFolders = ['charlas', 'speakers'] as const

/** Whether a file of the site, by its name, is in one of these folders. */
export const isItemFile = (name: string): boolean => itemFolders.some((folder) => name.startsWith(`${folder}/`))
