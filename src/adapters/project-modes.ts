/** Folders that we create in a project follow the umask, but only the group may change them. */
export const projectFolderMode = 0o775
export const projectFileMode = 0o664
