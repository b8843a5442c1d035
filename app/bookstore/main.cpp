// SPDX-License-Identifier: GPL-3.0-or-later
// The book store: three features on three scripted model providers.

int main()
{
    return 2;
}
