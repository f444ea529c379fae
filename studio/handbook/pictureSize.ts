/** The size of the handbook's pictures and of the browser window that they show, in CSS pixels. */
export const pictureSize = { width: 1280, height: 860 }
