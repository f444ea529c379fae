/** A phone. */
export const phone = { width: 390, height: 844 }

/** A large screen. */
export const large = { width: 1440, height: 900 }

/** The screens that have the menu. Zoom makes the window smaller in CSS pixels: 200 % of 1440, 400 % of 1280. */
export const smallScreens = [
  { name: 'at 390 px', ...phone },
  { name: 'at 200 % zoom of 1440 px', width: 720, height: 450 },
  { name: 'at 400 % zoom of 1280 px', width: 320, height: 256 },
]
