/** A screenshot of the Studio, taken by `npm run handbook`. */
export type Picture = {
  /** The name of its file in `public/studio-admin/handbook`, without `.webp`. */
  name: string
  alt: string
}

export type Chapter = { title: string; paragraphs: string[]; picture?: Picture }

/** The chapters of the handbook, in the order in which it shows them. */
export const chapters: Chapter[] = [
  {
    title: 'Where to start',
    picture: {
      name: 'start',
      alt: 'The start page: what needs attention, what is scheduled, and recent changes.',
    },
    paragraphs: [
      'The tool “Start” shows what needs attention: announcements that end soon, pages with errors or suggestions, and unpublished drafts. It also shows what is scheduled, and recent changes with their authors. Click a title to open its form. All times are in Los Angeles time, wherever you are.',
      '“Content” has the pages, the offer, announcements, the gallery, legal texts, settings and redirects. Documents that rarely change are in the group “Accounts, errors and messages” at the end.',
    ],
  },
  {
    title: 'Change something',
    picture: {
      name: 'form',
      alt: 'The form of the page About, with its list of sections. The Publish button is at the bottom.',
    },
    paragraphs: [
      'Open a document on the left: a page, the offer, the gallery. Your changes are saved immediately as a draft, which visitors don’t see.',
      'When you’re done, click Publish. The site shows it with the next load of the page, in about a second. No deployment is needed.',
      'The only exception is the error page. Its texts are part of the site’s build and change with the next deployment.',
    ],
  },
  {
    title: 'Find a text',
    paragraphs: [
      'The tool “Find” searches for a sentence, word or amount as visitors see it. Click a result to open its field. Use Back to return to the results.',
    ],
  },
  {
    title: 'Navigation and footer',
    paragraphs: [
      '“Settings” has tabs for the navigation, the footer, the contact details and the copyright line. The footer has to link to Terms and Privacy.',
    ],
  },
  {
    title: 'See it before you publish',
    picture: {
      name: 'preview',
      alt: 'Preview: the site on the left, and beside it the form of the clicked heading.',
    },
    paragraphs: [
      'The tool “Preview” shows the site with your drafts beside the form. Click any text on the page to open its field.',
      'To show drafts to people without an account, click Share in Preview and send the link. It shows drafts of all pages for up to 24 hours, or until you turn sharing off.',
      'A preview in its own browser tab has a banner at the top. Click its button to exit. Visitors never see it.',
    ],
  },
  {
    title: 'Build a page from sections',
    picture: {
      name: 'sections',
      alt: 'The section menu, with a small drawing of each layout.',
    },
    paragraphs: [
      'Home, Services, Studio, About and landing pages are lists of sections. Drag a section by its handle to move it. Add one with the button below the list. New sections are added above the closing section.',
      'To hide a section temporarily, open it, select the tab Display, and hide it. The list marks hidden sections.',
      'A link name lets links open a section. The offer on Services has the name “offer”, so its path is /services#offer. Keep that name, because Checkout returns there.',
    ],
  },
  {
    title: 'Create a landing page',
    paragraphs: [
      'Under Landing pages, click +. Enter a name, a path such as /podcast-for-coaches, a title and description for search engines, and add sections. Once published, the page is live and in the sitemap.',
      'A path has to be unique among pages, former paths and redirects. If you change a page’s path, the old one is added to its “Former paths” and redirects to the new one. You can remove a former path once no link on the site uses it.',
      'Landing pages are available in links like any other page. A linked page can’t be deleted or unpublished. “Where it is used” in “Before you publish” lists the links. After you delete a page, redirect its path.',
      'Testimonials appear only with a consent date. Logos, episodes and the team are hidden until you add items. Use only content whose owner has agreed.',
    ],
  },
  {
    title: 'Prices and values',
    picture: {
      name: 'offer',
      alt: 'The offer, with a preview of what a new member pays in months 1, 2, 3 and 12.',
    },
    paragraphs: [
      'All prices on the site come from the document Offer. Checkout charges the prices that you enter there.',
      'Enter amounts in dollars: 997, 1,047 or 12.50. The amount as visitors see it is below the field. Check it before you publish.',
      'Above the form you see what a new member will pay. Current members keep their price. When you publish a new price, you confirm it. If it changes by more than 20%, you type it again. The same applies to the months if the first two years change by more than 20%.',
      'The total of the values is computed from the list. It says “over” because the bonus isn’t included.',
    ],
  },
  {
    title: 'Announcements',
    paragraphs: [
      'An announcement is a line at the top of the site, for example about a holiday or campaign. Under Announcements, click +. Choose its start, end and pages; without pages it’s on every page. It appears and disappears within a minute of its times.',
      'All times are in Los Angeles time. If several overlap, visitors see the one that started last. Visitors who close it don’t see it again unless its start changes.',
    ],
  },
  {
    title: 'Placeholders',
    picture: {
      name: 'placeholders',
      alt: 'The open placeholder menu at the right of a text.',
    },
    paragraphs: [
      'The site replaces names in curly brackets with values. All texts can use the offer’s numbers: {hours}, {clips}, {cameras}, {months}, {introPrice}, {regularPrice} and {totalValue}, and {noticeDays} for the days of notice before a price changes. Some have more, such as {title} or {year}, listed in the field’s description. Other names are refused.',
      'The { } button at the right of a text opens a menu that inserts a placeholder at the cursor. Rich text has the menu below it.',
      'Never type a price or number of the offer into a text. Placeholders update when the offer changes. The form warns about typed numbers.',
    ],
  },
  {
    title: 'Pictures and videos',
    paragraphs: [
      'Every picture needs an alternative text: one sentence that describes it for people who can’t see it. The caption is visible to all visitors and adds something else.',
      'Click “Crop image” at the top of a picture, and drag the circle onto the part that has to stay visible. Phones crop pictures around the circle.',
      'The pictures and videos that came with the site are renderings. Replace them with photos of the room and the team. Start with the opening picture of Home and the two camera views in the gallery, then the videos.',
      'Use landscape photos, 3:2, 2400 × 1600 pixels, as JPEG. The site creates smaller versions. Below 1600 pixels, pictures look soft on large screens. The gallery, the services and the contact page show 3:2. Page openings show 4:3. Home’s opening, the mission and portraits show a square around the circle. So leave space around the subject.',
      'The two camera views belong together: photograph one moment from both sides, with the same light. Add some daylight, because warm lamps alone turn pictures brown.',
      'Videos are 16:9, at least 1280 × 720 pixels, MP4 (H.264). Show people at work: at the desk, recording, editing. Posters are 1920 × 1080 or 2400 × 1600.',
      'A video is an uploaded file, or one on YouTube or Vimeo. It loads when a visitor presses play, so choose a good poster. Add captions of speech and sounds, and descriptions of what’s shown, each as a WebVTT file (.vtt).',
    ],
  },
  {
    title: 'Errors and suggestions',
    picture: {
      name: 'before-you-publish',
      alt: '“Before you publish” beside the form of the page About, with the search result and the sharing card.',
    },
    paragraphs: [
      '“Before you publish”, the rocket icon above a form, lists errors, suggestions and where the document is used. It also previews the page in search results and shared links. Click a finding to open its field.',
      'Red is an error: fix it before you publish. Yellow is a suggestion, for example when a page designed for three audiences has four. You decide.',
      'Links start with https:, mailto: or tel:. Others are refused for the visitors’ safety.',
    ],
  },
  {
    title: 'Roles',
    paragraphs: [
      'Administrators and editors publish. Contributors write drafts, which editors see on their start page. Viewers can only read.',
      'You only see what your role can do. The tool “Queries” is for administrators. They invite people and assign roles in Sanity’s settings. The available roles depend on the plan.',
    ],
  },
  {
    title: 'Undo',
    picture: {
      name: 'history',
      alt: 'The history beside the form of the page About: changes with their authors and times.',
    },
    paragraphs: [
      '“Discard changes”, in the menu beside Publish, resets a draft to the published version.',
      'The history of a document is in the menu ⋯ above it. Select an older version and click “Revert to revision”. It becomes a draft, which you publish as usual.',
      'The tool “Restore site” returns the whole site to a point in time. It first shows what would change in each document, and you can undo it. Prices and legal texts are restored only if you select them. Drafts aren’t changed. The Sanity plan limits it to 3, 90 or 365 days.',
      'Pages, offer, gallery, settings, redirects, messages and legal pages can’t be deleted, duplicated or unpublished, because the site needs them. Landing pages and announcements can.',
    ],
  },
  {
    title: 'Redirects',
    paragraphs: [
      '“Redirects” sends old URLs, for example on flyers or in search engines, to a page, a section or another site. A redirect works from the next visit after you publish.',
      'Use “Permanent” for a URL that won’t return, and “Temporary” for a campaign.',
    ],
  },
  {
    title: 'Legal pages',
    paragraphs: [
      'When you make a substantive change to terms or privacy, set “Last updated” to the date of the change. Visitors see the month and year.',
      'The terms in the document Offer appear beside every checkout button. California law requires the price, the renewal and how to cancel. Have a lawyer review changes.',
    ],
  },
]
