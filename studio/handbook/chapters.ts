import { hasReleases } from '../releases'

/** A picture of the Studio, which `npm run handbook` takes anew. */
export type Picture = {
  /** The name of its file in `public/studio-admin/handbook`, without `.webp`. */
  name: string
  alt: string
}

export type Chapter = { title: string; paragraphs: string[]; picture?: Picture }

/** What editors need to know, from their first change to the things that are easily forgotten. */
export const chapters: Chapter[] = [
  {
    title: 'Where to begin',
    picture: {
      name: 'start',
      alt: 'The start page: what needs attention on the left, what comes and goes by itself and what was changed lately below.',
    },
    paragraphs: [
      'The tool “Start” shows what needs attention: requests for a review, announcements that end within three days, pages of which “Before you publish” has something to say, and drafts that nobody has published. Beside it stands what comes and goes by itself, and what was changed lately and by whom. Press a title to get to its form. Times are those of Los Angeles, wherever you are.',
      'Under “Content” are the pages, the offer, announcements, the gallery, legal texts, settings and redirects. What rarely changes, such as the pages of accounts and errors and the messages, is in the group “Accounts, errors and messages” below them.',
    ],
  },
  {
    title: 'Change something',
    picture: {
      name: 'form',
      alt: 'The form of the page About, with the list of its sections. Publish is at the lower edge.',
    },
    paragraphs: [
      'Open the document on the left: a page, the offer, the gallery. What you type is saved at once as a draft, which visitors do not see.',
      'When it reads well, press Publish. The site shows it with the next load of the page, in about a second. Nobody has to deploy anything.',
      'The one exception is the error page: its texts are part of the site’s build, because a page that fails cannot ask for them. They change with the next deployment.',
    ],
  },
  {
    title: 'Find a text',
    paragraphs: [
      'The tool “Find” looks for a sentence, a word or an amount as visitors read it. Press a row to get to its field. Back returns to what you searched for.',
    ],
  },
  {
    title: 'Navigation and footer',
    paragraphs: [
      'The links at the top and in the footer, the contact details and the copyright line are in “Settings”, each on a tab of its own. The footer needs its links to Terms and Privacy.',
    ],
  },
  {
    title: 'See it before you publish',
    picture: {
      name: 'preview',
      alt: 'The Preview: the site on the left, and beside it the form of the heading that was pressed.',
    },
    paragraphs: [
      'The tab Preview shows the site with your drafts, beside the form. Click any text on the page and its field opens.',
      'To show a draft to somebody without an account, press Share in Preview and send the link. It shows drafts of all pages until you turn sharing off, for 24 hours at most.',
      'A page that you open in a tab of its own has a band at its top, which says that you are previewing. Leave the preview with its button; visitors never see it.',
    ],
  },
  ...(hasReleases
    ? [
        {
          title: 'Prepare a campaign',
          paragraphs: [
            'A release holds changes of several documents that go out together. Make one in the menu of perspectives at the top (“New release”), choose it there, and edit: what you type belongs to the release, and the drafts stay as they are.',
            'Choose the release and open Preview: the site shows everything as it will be. The tool Releases lists its documents, and what still keeps one from being published.',
            'While a release is chosen, a document that is not in it says so above its form; “Add to release” adds it as it is.',
            '“Run release” publishes all of them at once; “Schedule release…” does so at a time. Until then the documents are locked; unschedule the release to change them.',
            'Times of releases are those of Los Angeles, wherever you are. In the night in which summer time begins there is no 2:30, and the Studio says so; of two times 1:30 in autumn it takes the first. The calendar beside the field is there in Los Angeles alone, since elsewhere it would count in your hours: type the time. Elsewhere, too, a new release takes a wrong one for its estimate; “Schedule release…” asks for the time that counts. The tool “Start” lists what is scheduled.',
            'To undo a release, open it among the archived ones and press “Revert release”: a new release is made, in which every document is what it was before. Open it, and run it: they go back in one go. It is checked like any other release. Where it cannot run, open the document that is marked, and its form says why: a landing page that had moved gets the address that visitors know among its “Former addresses” as soon as its form is open; an offer whose charges were changed since gets those that are sold now, or leaves the release. A landing page to which links lead by now stays until the links are changed.',
            'Comments stand beside a field, tasks in the list at the top right; both can be given to somebody.',
            'A single document can have a time too: “Schedule publish”, in the menu beside Publish. Charges of the offer are changed this way or by hand, not with a release, since both amounts have to be confirmed. To change what is scheduled, press “Pause to edit” above the form, and “Schedule publish” when it is done.',
          ],
        },
      ]
    : []),
  {
    title: 'Build a page from sections',
    picture: {
      name: 'sections',
      alt: 'The menu of sections, each with a small drawing of its layout.',
    },
    paragraphs: [
      'Home, Services, Studio, About and landing pages are lists of sections. Drag a section by its handle to move it, add one with the button below the list, and open one to edit it. A new one lands above the section that closes the page.',
      'To take a section off the page for a while, open it, choose the tab Display, and hide it. Hidden sections say so in the list.',
      'A link name lets other links lead to a section: the offer on Services is called “offer”, so its address is /services#offer. The checkout leads back there; please keep that name.',
    ],
  },
  {
    title: 'Make a page of your own',
    paragraphs: [
      'Under Landing pages, with the button +: a name for you, an address such as /podcast-for-coaches, title and description for search engines, and the sections. When it is published, the page is there with the next load, and search engines are told of it.',
      'Addresses of other pages, present and former, of the site itself and of redirects are refused. When you change the address of a page, the old one is added to its “Former addresses” and leads to the new one, however and whenever you publish. A former address can be removed once nothing on the site leads there.',
      'Links to a landing page are chosen like those to any other page. While links lead to one it cannot be deleted or unpublished: “Where it is used” in “Before you publish” names them. Redirect its address afterwards.',
      'Testimonials show only people whose consent is noted, with its day. Logos, episodes and the team show nothing until you fill them. Use nothing that its owner has not agreed to.',
    ],
  },
  {
    title: 'Prices and values',
    picture: {
      name: 'offer',
      alt: 'The offer: above the form stands what a new member pays in months 1, 2, 3 and 12.',
    },
    paragraphs: [
      'Every price of the site comes from the document Offer. The checkout charges what is written there.',
      'Amounts are written in dollars: 997, 1,047 or 12.50. Below the field stands the amount as visitors read it; look at it before you publish.',
      'Above the form stands what a new member will pay, today and in the months to come, and what is sold now. Members who have joined keep their price. When you publish another price you are asked whether you mean it, and type it again if it changes by much: an amount by more than a fifth, or the months when the first two years change by as much.',
      'The total of the values is computed from the list and never typed. It says “over” because the bonus comes on top and is not counted in.',
    ],
  },
  {
    title: 'Announcements',
    paragraphs: [
      'A line at the top of the site, such as a holiday or a campaign: under Announcements, with the button +. Choose when it starts and ends, and the pages, landing pages among them; without any it is on all of them. It comes and goes by itself within a minute.',
      'All times are those of Los Angeles, wherever you are. Of several at once, the one that has started last is shown. Who closes it does not see it again, until it gets another start.',
    ],
  },
  {
    title: 'Placeholders',
    picture: {
      name: 'placeholders',
      alt: 'The open menu of placeholders at the right of a text.',
    },
    paragraphs: [
      'Words in curly brackets are filled in by the site. Every text of the site knows the numbers of the offer: {hours}, {clips}, {cameras}, {months}, {introPrice}, {regularPrice} and {totalValue}. Some know more, such as {title} or {year}: the description of a field says which. The form refuses any other.',
      'The brackets at the right of a text open a menu that inserts them where you are writing; running text, with headings and links in it, has the menu below it.',
      'A price or number of the offer is never written by hand into a text. With the placeholder it stays right when the offer changes; the form points out what looks like one.',
    ],
  },
  {
    title: 'Pictures and films',
    paragraphs: [
      'Every picture needs an alternative text: one sentence that tells somebody who cannot see it what is there. The caption is for everybody, and says something else.',
      'Press “Crop image”, the sign at the upper edge of a picture, and drag the circle onto what has to stay visible. Phones crop pictures; the circle decides where.',
      'The pictures and films that came with the site are renderings, made so that nothing stands empty. Replace them by photographs of the room and the people who work in it, first those that visitors see first: the opening picture of Home, what the two cameras see in the gallery, then the films.',
      'Take photographs landscape, 3:2, 2400 × 1600 pixels, as JPEG. The site creates smaller versions; below 1600 pixels, pictures look soft on large screens. The gallery, the services and the contact page show 3:2; the pictures that open a page show 4:3; the opening picture of Home, the mission and portraits show a square around the middle of the circle. So leave air around what matters.',
      'The two cameras belong together: photograph one moment from both sides, with the same light on the table. Warm lamps alone make every picture brown; let some daylight in.',
      'Films are 16:9, 1280 × 720 pixels or more, MP4 (H.264), and show work being done: somebody at the desk, a recording, an edit. Posters are 1920 × 1080 or 2400 × 1600.',
      'A film is a file of our own, or one on YouTube or Vimeo. It is loaded when a visitor presses play, so its poster matters. Please add captions with what is said and heard, and descriptions of what is to be seen, each as a WebVTT file (.vtt).',
    ],
  },
  {
    title: 'What the form tells you',
    picture: {
      name: 'before-you-publish',
      alt: '“Before you publish” beside the form of the page About, with the search result and the card.',
    },
    paragraphs: [
      '“Before you publish”, the rocket above a form, shows how the page will look in search engines and in messages, what keeps it from being published, what could be better, and where it is used. Press a finding to get to its field.',
      'Red means that it cannot be published like this, and says what to do. Yellow is advice: the page was designed for three audiences, and there are four now. Have a look, and decide.',
      'Links start with https:, mailto: or tel:. Anything else is refused, since it could harm visitors.',
    ],
  },
  {
    title: 'Who may do what',
    paragraphs: [
      'Administrators and editors publish. Contributors write drafts: instead of Publish they have “Ask for review”, with a note that editors find on their start page. The note goes away when the draft is published, or when an editor presses Done. Viewers read.',
      'What a role may not do is not offered. The tool “Queries” is for administrators. Administrators invite people and give roles in Sanity’s own settings; which roles there are depends on the plan.',
    ],
  },
  {
    title: 'Undo',
    picture: {
      name: 'history',
      alt: 'The history beside the form of the page About: a list of changes with who made them and when.',
    },
    paragraphs: [
      'Discard changes, in the menu beside Publish, takes a draft back to what is published.',
      'The history of a document is in the menu ⋯ above it: who changed what, and when. Choose an older version and press “Revert to revision”; it becomes a draft, which you publish as usual.',
      'The tool “Put back”, at the top, makes the whole site as it was at a moment. It shows what would change, document by document, before anything happens, and can be undone the same way. Prices and legal texts are put back only when you tick them, drafts stay as they are. How far back it reaches depends on the plan of Sanity: 3, 90 or 365 days.',
      'Pages, offer, gallery, settings, redirects, messages and the legal pages cannot be deleted, duplicated or unpublished. The site needs each of them, once.',
    ],
  },
  {
    title: 'Redirects',
    paragraphs: [
      'When an address is gone, on a flyer, in search engines or on other sites, “Redirects” says where it leads instead: to a page, a place in a page or another site. It works with the next visit after you publish.',
      '“For good” is for an address that will not come back. “For the time being” is for a campaign.',
    ],
  },
  {
    title: 'Legal pages',
    paragraphs: [
      'When you change the substance of terms or privacy, set “Last updated” to the day of the change. Visitors see its month.',
      'Renewal terms, in the document Offer, stand beside every checkout button. The law of California wants the price, the renewal and how to cancel to be said there. Please have changes looked at by somebody who knows that law.',
    ],
  },
]
