/** The window of a phone. */
export const phone = { width: 390, height: 844 }

/** The window of a desktop. */
export const largeScreen = { width: 1440, height: 900 }

/** Windows that are narrow enough to show the menu for small screens. Zoom makes a window smaller in CSS pixels. */
export const smallScreens = [
  { name: 'at 390 px', ...phone },
  { name: 'at 200% zoom of 1440 px', width: 720, height: 450 },
  { name: 'at 400% zoom of 1280 px', width: 320, height: 256 },
]
