/** Pages and cards of talks and speakers. */
export const itemFolders = ['charlas', 'speakers'] as const

export const isItemFile = (name: string): boolean => itemFolders.some((folder) => name.startsWith(`${folder}/`))
