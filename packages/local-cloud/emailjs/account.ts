/** The EmailJS account of the site's forms. Its ids are public, as in EmailJS. */
export const account = { publicKey: 'local_public_key', serviceId: 'service_local' }
