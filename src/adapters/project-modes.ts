/** What we make in a project follows the umask, but is for nobody outside the group to change. */
export const projectFolderMode = 0o775
export const projectFileMode = 0o664
