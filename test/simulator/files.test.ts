import type { ServerResponse } from 'node:http';

import { control, files, receiver, useService } from './conformance/client';
import { credits, media } from './conformance/requests';

/** README.md decides these points of files, as the documentation does not. */

useService();

describe('Files', () => {
	const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

	/** A download that the file server holds until `release` is called. */
	const heldDownload = () => {
		let held: ServerResponse | undefined;
		receiver.answerBy((response) => {
			held = response;
		});
		const sending = media({ media_url: `${receiver.url}/a.png` });
		return {
			sending,
			asked: receiver.take('/a.png', 1),
			release: () => held?.writeHead(200, { 'content-type': 'image/png' }).end(PNG),
		};
	};

	it.each([
		['in base64 that is cut off', () => ({ media_url: undefined, media_base64: 'iVBORw0KGgo' })],
		['without content', () => ({ media_url: files.url('photo.png', 0) })],
		['whose kind nothing shows', () => ({ media_url: files.url('file', 10) })],
	])('A file %s is refused', async (_what, fields) => {
		expect((await media(fields())).status).toBe(422);
	});

	it('A file is paid by the account as it is once the file is there', async () => {
		await control.account({ wa_balance: 10 });
		const { sending, asked, release } = heldDownload();
		await asked;
		await control.account({ userid: 'somebody' });
		release();

		expect((await sending).status).toBe(201);
		expect(await credits()).toBe(8);
	});

	it('A file that comes after a reset sends no message', async () => {
		const { sending, asked, release } = heldDownload();
		await asked;
		await control.reset();
		release();

		expect((await sending).status).toBe(503);
		expect(await control.messages()).toEqual([]);
	});
});
