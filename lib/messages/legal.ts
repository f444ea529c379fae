import { defineArea } from './defineArea'

export const legal = defineArea('Legal pages', 'Labels on the terms and privacy pages.', {
  lastUpdated: ['Last updated: {date}', 'Last updated', 'Below the title of a legal page.'],
  contents: ['On this page', 'Contents', 'Above the table of contents of a long text.'],
})
