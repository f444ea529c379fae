/** The version of the content model that the code of this checkout expects. */
export const schemaVersion = 7
