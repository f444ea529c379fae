/** The window in which the handbook's pictures are taken. Pixels. */
export const pictureSize = { width: 1280, height: 860 }
