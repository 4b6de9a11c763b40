/** Pages and cards of talks and speakers. */
export const itemFolders = ['charlas', 'speakers'] as const

/** Whether the file is in one of these folders. */
export const isItemFile = (name: string): boolean => itemFolders.some((folder) => name.startsWith(`${folder}/`))
