/** The window size of a phone, in CSS pixels. */
export const phone = { width: 390, height: 844 }

/** The window size of a desktop computer, in CSS pixels. */
export const largeScreen = { width: 1440, height: 900 }

/** Windows that are narrow enough to show the menu for small screens. Zoom makes a window smaller in CSS pixels. */
export const smallScreens = [
  { name: 'at 390 px', ...phone },
  { name: 'at 1440 px and 200% zoom', width: 720, height: 450 },
  { name: 'at 1280 px and 400% zoom', width: 320, height: 256 },
]
