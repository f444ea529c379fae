/** Where a draft is kept in the tab's storage; a module of its own, so that looking for one loads nothing else. */
export const draftKey = 'contact-draft'
