// SPDX-License-Identifier: GPL-3.0-or-later
// Picks a subcommand or the window.

int main()
{
    return 2;
}
