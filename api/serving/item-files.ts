export const itemFolders = ['charlas', 'speakers'] as const

/** Returns true for pages and cards of talks and speakers. */
export const isItemFile = (name: string): boolean => itemFolders.some((folder) => name.startsWith(`${folder}/`))
